/* A run whose answer is kept: its reports come as frames among the words that it prints, so that all of it can be kept in one piece and be
 * handed out now and later by the same code. */
#include "worker/supervise.h"

#include "base/cache.h"
#include "worker/cache_key.h"
#include "base/status.h"
#include "base/outputs.h"

#include <stdlib.h>
#include <string.h>

struct naming {
    unsigned number; /* of the output, as options_outputs() lists them */
    struct arena *words;
};

/* The ending stays: it says what kind of report is meant. */
static const char *as_frame(void *context, const char *path)
{
    struct naming *n = context;
    const char *dot = strrchr(path, '.');
    unsigned number = n->number++;
    return !strcmp(path, "-") ? path : arena_printf(n->words, OUTPUT_FRAME "%u%s", number, dot && !strchr(dot, '/') ? dot : "");
}

/* Prints the words and writes the files. False: the user knows what could not be written. */
static bool hand_out(const struct options *o, const struct text *output, struct arena *words)
{
    named_files outputs = {0};
    struct output_frame f;
    struct text printed = {0};
    size_t at = 0;
    bool ok = true;
    options_outputs(o, &outputs);
    bool *written = ARENA_ARRAY(words, bool, outputs.size + 1);
    while (outputs_next_frame(output, &at, &f, &printed, words)) {
        struct text content = {0};
        uint32_t number = (uint32_t)strtoul(f.name, NULL, 10);
        text_append_bytes(&content, f.bytes, f.size);
        if (number < outputs.size) {
            written[number] = true;
            ok = outputs_put(outputs.data[number].path, &content, &printed) && ok;
        }
        text_free(&content);
    }
    for (uint32_t i = 0; i < outputs.size; i++)
        if (!written[i])
            outputs_leave_none(outputs.data[i].path);
    ok = outputs_show(o, &printed) && ok;
    text_free(&printed);
    vector_free(&outputs);
    return ok;
}

/* The status is the first byte of what is kept. Only TRUE and FALSE are: what was not decided may be decided the next time. */
static bool find_answer(const char *folder, const char *key, int *status, struct text *output)
{
    struct text kept = {0};
    bool found = cache_find(folder, key, &kept) && kept.size && strchr("01", kept.data[0]);
    if (found) {
        *status = kept.data[0] == '0' ? STATUS_TRUE : STATUS_FALSE;
        text_append_bytes(output, kept.data + 1, kept.size - 1);
    }
    text_free(&kept);
    return found;
}

static void keep_answer(const struct options *o, const char *folder, const char *key, int status, const struct text *output)
{
    struct text kept = {0};
    if (status != STATUS_TRUE && status != STATUS_FALSE)
        return;
    text_append(&kept, status == STATUS_TRUE ? "0" : "1");
    text_append_bytes(&kept, text_string(output), output->size);
    cache_keep(folder, key, &kept, o->cache_size << 20);
    text_free(&kept);
}

int supervise_cached(const struct options *o, supervised command, const char **failure)
{
    struct arena words = ARENA_EMPTY;
    struct text output = {0};
    char key[SHA256_HEX];
    int status;
    const char *folder = cache_folder(o, true, &words);
    *failure = NULL;
    if (!*folder || !cache_key(o, key)) {
        arena_release(&words);
        return supervise(o, command, failure);
    }
    if (!find_answer(folder, key, &status, &output)) {
        struct options own = *o; /* shares the vectors */
        options_rename_outputs(&own, as_frame, &(struct naming){0, &words});
        bool whole;
        status = supervise_into(&own, command, failure, &output, &whole);
        char after[SHA256_HEX]; /* a file that was changed meanwhile: nobody knows which one was verified */
        if (!*failure && whole && cache_key(o, after) && !strcmp(key, after))
            keep_answer(o, folder, key, status, &output);
    }
    status = *failure || hand_out(o, &output, &words) ? status : STATUS_INPUT;
    text_free(&output);
    arena_release(&words);
    return status;
}
