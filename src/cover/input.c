#include "cover/input.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool input_fail(struct input *in, const char *format, ...)
{
    if (in->error.size)
        return false;
    text_printf(&in->error, "%s:%u: ", in->name, in->line);
    va_list args;
    va_start(args, format);
    text_vprintf(&in->error, format, args);
    va_end(args);
    return false;
}

bool input_expected(struct input *in, const char *what)
{
    input_skip_blanks(in);
    if (in->at >= in->end)
        return input_fail(in, "expected %s, found the end of the file", what);
    if (*in->at == '\n' || *in->at == '\r' || *in->at == '#')
        return input_fail(in, "expected %s, found the end of the line", what);
    size_t n = strcspn(in->at, " \t\r\n");
    if (!n)
        return input_fail(in, "expected %s, found a byte with value %d", what, (unsigned char)*in->at);
    return input_fail(in, "expected %s, found '%.*s'", what, n > 24 ? 24 : (int)n, in->at);
}

void input_skip_blanks(struct input *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t'))
        in->at++;
}

void input_skip_space(struct input *in)
{
    for (;; in->at++) {
        if (in->at < in->end && *in->at == '#')
            while (in->at < in->end && *in->at != '\n')
                in->at++;
        if (in->at >= in->end || !strchr(" \t\r\n\f\v", *in->at) || !*in->at)
            return;
        in->line += *in->at == '\n';
    }
}

bool input_take(struct input *in, const char *symbol)
{
    input_skip_blanks(in);
    size_t n = strlen(symbol);
    if ((size_t)(in->end - in->at) < n || memcmp(in->at, symbol, n))
        return false;
    in->at += n;
    return true;
}

bool input_number(struct input *in, const char *what, uint32_t limit, uint32_t *value)
{
    input_skip_blanks(in);
    if (in->at >= in->end || *in->at < '0' || *in->at > '9')
        return input_expected(in, what);
    const char *start = in->at;
    uint64_t v = 0;
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++)
        v = v > UINT32_MAX ? v : v * 10 + (uint64_t)(*in->at - '0');
    if (v >= limit)
        return input_fail(in, "%s %.*s is out of range, expected 0 to %u", what, in->at - start > 24 ? 24 : (int)(in->at - start),
                          start, limit - 1);
    *value = (uint32_t)v;
    return true;
}
