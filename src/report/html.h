/* The page that shows a report in JSON (html.c). */
#ifndef HEDDLE_REPORT_HTML_H
#define HEDDLE_REPORT_HTML_H

#include "base/text.h"

#include <cjson/cJSON.h>

/* data: as json.h makes it; it is deleted. words: what the terminal shows, for browsers without scripts. */
void html_page(struct text *out, cJSON *data, const char *words);

/* The beginning of any page of ours, up to and with <body>. */
void html_begin(struct text *out, const char *verdict, const char *file);

#endif
