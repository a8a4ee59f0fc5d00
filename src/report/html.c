/* The report as one HTML file that needs nothing else: no network, no other files. What it shows is the JSON of json.h and the
 * source; the page that shows it is in src/report/html/.
 *
 * The data stands in the page as JSON in which every '<' is \u003c, so that no text of the user's can end
 * the element or begin another; without scripts the words of the terminal are shown. */
#include "report/html.h"

#include "base/log.h"
#include "base/options.h"
#include "base/printable.h"
#include "report/json.h"
#include "base/json_words.h"
#include "report/reports.h"
#include "report/source.h"

/* EMBED(name, file): the bytes of the file, from name_begin to name_end. */
#define EMBED(name, file)                                                                                                          \
    __asm__(".pushsection .rodata\n" #name "_begin:\n.incbin \"" file "\"\n" #name "_end:\n.byte 0\n.popsection\n"                 \
            ".globl " #name "_begin\n.globl " #name "_end\n");                                                                     \
    extern const char name##_begin[], name##_end[]
EMBED(html_page_css, HTML_FOLDER "/page.css");
EMBED(html_page_js, HTML_FOLDER "/page.js");
EMBED(html_page_html, HTML_FOLDER "/page.html");

/* A source larger than this is not shown. */
enum { LARGEST_SOURCE = 4 << 20 };

/* --- sources --- */

static void add_source(cJSON *list, struct sources *s, const char *name, struct arena *words)
{
    const cJSON *known;
    const char *clean = printable(name, PRINTABLE_LINES, words);
    cJSON_ArrayForEach(known, list) if (!strcmp(cJSON_GetObjectItem(known, "file")->valuestring, clean)) return;
    const struct source_file *f = source_file(s, name);
    if (!f->starts.size || f->text.size > LARGEST_SOURCE || memchr(f->text.data, 0, f->text.size))
        return;
    cJSON *o = cJSON_CreateObject(), *lines = cJSON_CreateArray();
    cJSON_AddStringToObject(o, "file", clean);
    cJSON_AddItemToObject(o, "lines", lines);
    for (uint32_t i = 0; i < f->starts.size; i++) {
        size_t end = i + 1 < f->starts.size ? f->starts.data[i + 1] : f->text.size;
        while (end > f->starts.data[i] && strchr("\r\n", f->text.data[end - 1]))
            end--;
        const char *line = arena_strndup(words, f->text.data + f->starts.data[i], end - f->starts.data[i]);
        cJSON_AddItemToArray(lines, json_string(line, words));
    }
    cJSON_AddItemToArray(list, o);
}

static void add_file_of(cJSON *list, struct sources *s, const cJSON *place, struct arena *words)
{
    const cJSON *file = cJSON_GetObjectItem(place, "file");
    if (file)
        add_source(list, s, file->valuestring, words);
}

/* The files that were given, then others that checks, steps and invariants speak of. */
static void add_sources(cJSON *data)
{
    string_vector inputs = {0};
    struct sources s = {0};
    struct arena words = ARENA_EMPTY;
    cJSON *list = cJSON_CreateArray();
    const cJSON *check, *step, *file;
    cJSON_ArrayForEach(file, cJSON_GetObjectItem(data, "files")) vector_push(&inputs, file_called(file->valuestring));
    s.inputs = inputs.data;
    s.input_count = inputs.size;
    cJSON_ArrayForEach(file, cJSON_GetObjectItem(data, "files")) add_source(list, &s, file->valuestring, &words);
    cJSON_ArrayForEach(check, cJSON_GetObjectItem(data, "checks"))
    {
        add_file_of(list, &s, check, &words);
        cJSON_ArrayForEach(step, cJSON_GetObjectItem(check, "schedule")) add_file_of(list, &s, step, &words);
    }
    cJSON_ArrayForEach(step, cJSON_GetObjectItem(data, "invariants")) add_file_of(list, &s, step, &words);
    cJSON_AddItemToObject(data, "sources", list);
    sources_free(&s);
    vector_free(&inputs);
    arena_release(&words);
}

/* --- the page --- */

static void data_element(struct text *out, cJSON *data)
{
    struct text json = {0};
    add_sources(data);
    json_print(&json, data, false);
    text_append(out, "<script type=\"application/json\" id=\"data\">");
    for (const char *p = text_string(&json); *p; p++)
        if (*p == '<')
            text_append(out, "\\u003c");
        else
            text_char(out, *p);
    text_append(out, "</script>\n");
    text_free(&json);
}

static const char *string_of(const cJSON *item) { return item && item->valuestring ? item->valuestring : ""; }

void html_begin(struct text *out, const char *verdict, const char *file)
{
    text_append(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
                     "script-src 'unsafe-inline'\">\n<title>");
    text_printf(out, "%s: ", verdict);
    text_append_markup(out, file, PRINTABLE_WORDS);
    text_append(out, " (heddle)</title>\n<style>\n");
    text_append_bytes(out, html_page_css_begin, (size_t)(html_page_css_end - html_page_css_begin));
    text_append(out, "</style>\n</head>\n<body>\n");
}

void html_page(struct text *out, cJSON *data, const char *said)
{
    html_begin(out, string_of(cJSON_GetObjectItem(data, "verdict")),
               string_of(cJSON_GetArrayItem(cJSON_GetObjectItem(data, "files"), 0)));
    text_append_bytes(out, html_page_html_begin, (size_t)(html_page_html_end - html_page_html_begin));
    text_append(out, "<noscript><pre>");
    text_append_markup(out, said, PRINTABLE_LINES);
    text_append(out, "</pre></noscript>\n<footer>heddle " HEDDLE_VERSION "</footer>\n");
    data_element(out, data);
    text_append(out, "<script>\n");
    text_append_bytes(out, html_page_js_begin, (size_t)(html_page_js_end - html_page_js_begin));
    text_append(out, "</script>\n</body>\n</html>\n");
}

bool report_html(struct text *out, const struct report *r)
{
    struct text words = {0};
    if (r->program)
        report_diagnostics(&words, r);
    report_last_lines(&words, r);
    html_page(out, report_json_object(r), text_string(&words));
    text_free(&words);
    return true;
}
