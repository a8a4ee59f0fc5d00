#include "runner/hosts.h"

#include "base/self.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

bool hosts_parse(const char *s, host_list *out, const char **error, struct arena *words)
{
    for (; *s; s += strcspn(s, ","), s += *s == ',') {
        const char *one = arena_strndup(words, s, strcspn(s, ",")), *slash = strchr(one, '/');
        uint64_t slots = 1;
        bool ok = !slash || parse_u64(arena_strndup(words, one, (size_t)(slash - one)), 1, HOST_SLOTS, &slots);
        const char *name = slash ? slash + 1 : one;
        if (!ok || !*name || *name == '-' || name[strcspn(name, " \t/")]) {
            *error = arena_printf(words, "--hosts needs names of machines like 'one,4/two', not '%s'", one);
            return false;
        }
        vector_push(out, (struct host){.name = name, .slots = (unsigned)slots});
    }
    if (!out->size)
        *error = "--on=ssh needs machines: --hosts=one,two";
    return out->size != 0;
}

unsigned hosts_slots(const host_list *hosts)
{
    unsigned n = 0;
    vector_each(const struct host *, h, hosts)
        n += h->slots;
    return n < HOST_SLOTS ? n : HOST_SLOTS;
}

void host_command(const struct host *h, const string_vector *command, string_vector *argv, struct arena *words)
{
    assert(h->name && *h->name != '-');
    struct text t = {0}, self = {0};
    char folder[4096];
    text_append(&t, "cd ");
    text_append_shell_word(&t, getcwd(folder, sizeof folder) ? folder : ".");
    text_append(&t, " && exec ");
    add_own_path(&self);
    text_append_shell_word(&t, text_string(&self));
    vector_each(const char *const *, word, command) {
        text_char(&t, ' ');
        text_append_shell_word(&t, *word);
    }
    vector_push(argv, "ssh");
    vector_push(argv, "-oBatchMode=yes"); /* nobody is there to answer questions */
    vector_push(argv, "-oServerAliveInterval=5");
    vector_push(argv, "-oServerAliveCountMax=3");
    vector_push(argv, "--");
    vector_push(argv, h->name);
    vector_push(argv, arena_strdup(words, text_string(&t)));
    text_free(&t);
    text_free(&self);
}
