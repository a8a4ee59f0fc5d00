#include "cli/lsp_wire.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/json_words.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { PARSE_ERROR = -32700, LARGEST = 1 << 28 };

void lsp_receive(struct lsp_wire *w, const descriptors *others, double seconds)
{
    VECTOR(struct pollfd) p = {0};
    char part[65536];
    vector_push(&p, (struct pollfd){STDIN_FILENO, POLLIN, 0});
    vector_each(const int *, fd, others)
        vector_push(&p, (struct pollfd){*fd, POLLIN, 0});
    bool any = poll(p.data, p.size, seconds < 0 ? -1 : (int)(seconds * 1000) + 1) > 0 && p.data[0].revents;
    vector_free(&p);
    if (!any)
        return;
    ssize_t n = read(STDIN_FILENO, part, sizeof part);
    if (n > 0)
        text_append_bytes(&w->in, part, (size_t)n);
    else if (n == 0 || errno != EINTR)
        w->ended = true;
}

/* The header's end, and the length that it gives; NULL if it is not all there. */
static const char *header_end(struct lsp_wire *w, size_t *length)
{
    static const char name[] = "Content-Length:";
    const char *start = text_string(&w->in), *end = strstr(start, "\r\n\r\n");
    if (!end) { /* a line that is no header: whoever typed it expects something else */
        w->broken = w->in.size > 4096 || memchr(start, 0, w->in.size) || (strchr(start, '\n') && strncasecmp(start, "Content-", 8));
        return NULL;
    }
    *length = SIZE_MAX;
    for (const char *line = start; line < end; line = strstr(line, "\r\n") + 2)
        if (!strncasecmp(line, name, strlen(name)))
            *length = strtoul(line + strlen(name), NULL, 10);
    w->broken = *length > LARGEST;
    return w->broken ? NULL : end + 4;
}

static void drop(struct text *t, size_t n)
{
    memmove(t->data, t->data + n, t->size - n);
    t->size -= n;
    t->data[t->size] = 0;
}

cJSON *lsp_next(struct lsp_wire *w)
{
    size_t length;
    const char *body;
    while (w->in.size && (body = header_end(w, &length))) {
        size_t header = (size_t)(body - w->in.data);
        if (w->in.size - header < length)
            return NULL;
        cJSON *message = cJSON_ParseWithLength(body, length);
        drop(&w->in, header + length);
        if (message)
            return message;
        lsp_refuse(NULL, PARSE_ERROR, "not JSON");
    }
    return NULL;
}

void lsp_wire_free(struct lsp_wire *w) { text_free(&w->in); }

static void send_message(cJSON *o)
{
    struct text body = {0}, all = {0};
    cJSON_AddStringToObject(o, "jsonrpc", "2.0");
    json_print(&body, o, false);
    text_printf(&all, "Content-Length: %zu\r\n\r\n%s", body.size, text_string(&body));
    write_all(STDOUT_FILENO, text_string(&all), all.size);
    text_free(&body);
    text_free(&all);
}

void lsp_notify(const char *method, cJSON *parameters)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "method", method);
    cJSON_AddItemToObject(o, "params", parameters);
    send_message(o);
}

void lsp_ask(const char *method, cJSON *parameters)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "id", "heddle");
    cJSON_AddStringToObject(o, "method", method);
    cJSON_AddItemToObject(o, "params", parameters);
    send_message(o);
}

void lsp_answer(const cJSON *id, cJSON *result)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(o, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
    cJSON_AddItemToObject(o, "result", result);
    send_message(o);
}

void lsp_refuse(const cJSON *id, int code, const char *words)
{
    cJSON *o = cJSON_CreateObject(), *error = cJSON_AddObjectToObject(o, "error");
    cJSON_AddItemToObject(o, "id", id ? cJSON_Duplicate(id, true) : cJSON_CreateNull());
    cJSON_AddNumberToObject(error, "code", code);
    cJSON_AddStringToObject(error, "message", words);
    send_message(o);
}
