/* Messages of the Language Server Protocol on standard input and output: "Content-Length: N", an empty line, N bytes of JSON (JSON-RPC 2.0). */
#ifndef HEDDLE_CLI_LSP_WIRE_H
#define HEDDLE_CLI_LSP_WIRE_H

#include "base/text.h"
#include "base/vector.h"

#include <cjson/cJSON.h>

struct lsp_wire {
    struct text in; /* what has come and is not read yet */
    bool ended;     /* nothing more will come */
    bool broken;    /* what came is no message */
};

/* Takes what has come; waits for it, or until one of the others can be read, up to so many seconds (less than 0: as long as it takes). */
typedef VECTOR(int) descriptors;
void lsp_receive(struct lsp_wire *w, const descriptors *others, double seconds);
/* The next message; NULL if there is none yet. Bytes that are no JSON are answered, and passed over. The caller deletes it. */
cJSON *lsp_next(struct lsp_wire *w);
void lsp_wire_free(struct lsp_wire *w);

/* These delete what they are given. id belongs to the message that is answered. */
void lsp_notify(const char *method, cJSON *parameters);
/* A question to the editor; what it answers is not looked at. */
void lsp_ask(const char *method, cJSON *parameters);
void lsp_answer(const cJSON *id, cJSON *result);
void lsp_refuse(const cJSON *id, int code, const char *words);

#endif
