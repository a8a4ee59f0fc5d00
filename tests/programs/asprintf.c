/* heddle: reach=TRUE memory=TRUE race=TRUE; engines: bounded; options: --leaks=left */
/* asprintf gives new memory with the text of snprintf, and its length; so does vasprintf. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *joined(const char *format, ...)
{
    char *text = NULL;
    va_list list;
    va_start(list, format);
    int n = vasprintf(&text, format, list);
    va_end(list);
    assert(n == (int)strlen(text));
    return text;
}

int main(void)
{
    char *name, *key = joined("%s-%d", "k", 12);
    int n = asprintf(&name, "%s:%04x%%", key, 0xab);
    assert(n == 10 && strcmp(name, "k-12:00ab%") == 0);
    name[9] = '!';
    assert(name[n] == 0 && strcmp(key, "k-12") == 0);
    free(key);
    free(name);
    return 0;
}
