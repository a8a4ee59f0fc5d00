/* heddle cc: calls the compiler with the same arguments, and takes down what is compiled, and what is linked with what, for
 * verify compile_commands.json.
 *
 * The database is a JSON array in a file that several calls may extend at the same time (make -j): it is locked, and a new entry takes
 * the place of the bracket at its end, so that a call costs the same however large the database is. What is compiled again has
 * several entries then; the reader takes the last one of each file and output. */
#include "base/compile_flags.h"
#include "base/log.h"
#include "base/text.h"
#include "cli/commands.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static bool is_source(const char *a) { return a[0] != '-' && (ends_with(a, ".c") || ends_with(a, ".i")); }

static bool is_object(const char *a) { return a[0] != '-' && ends_with(a, ".o"); }

/* Calls f for every argument that is such a file; what belongs to a flag (-o x.c, -include y.c) is none. */
static void each_file(const string_vector *arguments, bool (*is_such)(const char *), void (*f)(void *, const char *), void *context)
{
    uint32_t taken = 1;
    for (uint32_t i = 0; i < arguments->size; i += taken) {
        const char *const *a = arguments->data + i;
        struct compile_flag flag;
        taken = 1;
        if (compile_flag_read(a, arguments->size - i, &flag))
            taken = flag.arguments;
        else if (is_such(*a))
            f(context, *a);
        else if (**a == '-' && !is_harmless_flag(*a, &taken))
            taken = 1;
    }
}

struct record {
    const string_vector *arguments;
    const char *compiler;
    char folder[PATH_MAX];
    struct text entries;
};

static const char *output_of(const string_vector *arguments)
{
    for (uint32_t i = 0; i < arguments->size; i++)
        if (starts_with(arguments->data[i], "-o"))
            return arguments->data[i][2] ? arguments->data[i] + 2 : i + 1 < arguments->size ? arguments->data[i + 1] : NULL;
    return NULL;
}

static void add_entry(void *context, const char *file)
{
    struct record *r = context;
    cJSON *entry = cJSON_CreateObject(), *arguments = cJSON_AddArrayToObject(entry, "arguments");
    cJSON_AddStringToObject(entry, "directory", r->folder);
    cJSON_AddStringToObject(entry, "file", file);
    if (output_of(r->arguments))
        cJSON_AddStringToObject(entry, "output", output_of(r->arguments));
    cJSON_AddItemToArray(arguments, cJSON_CreateString(r->compiler));
    vector_each(const char *const *, a, r->arguments)
        cJSON_AddItemToArray(arguments, cJSON_CreateString(*a));
    char *text = cJSON_PrintUnformatted(entry);
    text_printf(&r->entries, "%s%s", r->entries.size ? ",\n" : "", text);
    cJSON_free(text);
    cJSON_Delete(entry);
}

/* A call that links objects has one entry, under the name of the first: which objects make a program. Other readers take it for a file that is no C. */
static void add_link(void *context, const char *file)
{
    struct record *r = context;
    if (!r->entries.size)
        add_entry(r, file);
}

/* Where the bracket at the end of an array is; 0 for a file that is empty, -1 for one that is something else. */
static off_t end_of_array(int fd)
{
    char last[64];
    off_t size = lseek(fd, 0, SEEK_END), from = size > (off_t)sizeof last ? size - (off_t)sizeof last : 0;
    ssize_t n = pread(fd, last, sizeof last, from);
    while (n > 0 && strchr(" \t\r\n", last[n - 1]))
        n--;
    if (n <= 0)
        return size == 0 ? 0 : -1;
    return last[n - 1] == ']' ? from + n - 1 : -1;
}

static bool extend(const char *database, const char *entries)
{
    int fd = open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && flock(fd, LOCK_EX) == 0;
    off_t end = ok ? end_of_array(fd) : -1;
    if (ok && end < 0) {
        log_warning("%s: not a compilation database; what is compiled is not taken down", database);
        close(fd);
        return true;
    }
    struct text t = {0};
    text_printf(&t, "%s%s\n]\n", end > 1 ? ",\n" : "[\n", entries);
    ok = ok && pwrite(fd, t.data, t.size, end) == (ssize_t)t.size && ftruncate(fd, end + (off_t)t.size) == 0;
    int error = errno;
    text_free(&t);
    if (fd >= 0)
        close(fd);
    errno = error;
    return ok;
}

int command_cc(const struct options *o)
{
    const char *compiler = getenv("HEDDLE_CC"), *database = getenv("HEDDLE_DATABASE");
    struct record r = {.arguments = &o->files, .compiler = compiler && *compiler ? compiler : "cc"};
    database = database && *database ? database : "compile_commands.json";
    if (!getcwd(r.folder, sizeof r.folder))
        log_warning("the current folder has no name; what is compiled is not taken down");
    else {
        each_file(&o->files, is_source, add_entry, &r);
        each_file(&o->files, is_object, add_link, &r);
        if (r.entries.size && !extend(database, text_string(&r.entries)))
            log_warning("cannot write %s: %s", database, strerror(errno));
    }
    text_free(&r.entries);
    string_vector argv = {0};
    vector_push(&argv, r.compiler);
    vector_each(const char *const *, a, &o->files)
        vector_push(&argv, *a);
    vector_push(&argv, NULL);
    execvp(argv.data[0], (char *const *)(uintptr_t)argv.data);
    log_error("cannot run %s: %s", r.compiler, strerror(errno));
    vector_free(&argv);
    return STATUS_INTERNAL;
}
