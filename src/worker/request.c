/* What is wrong with a request can be said before any work is done. */
#include "base/compile_flags.h"
#include "base/log.h"
#include "passes/passes.h"
#include "program/property.h"
#include "report/reports.h"
#include "worker/commands.h"

#include <stdio.h>

static bool known_passes(const struct options *o)
{
    struct pass_options p;
    vector_each(const char **, name, &o->no_pass)
        if (!pass_switch(&p, *name)) {
            log_error("--without-pass: unknown pass '%s' (known: " PASS_NAMES ")", *name);
            return false;
        }
    return true;
}

/* --flag-of=N:FLAG */
static bool known_file_flags(const struct options *o)
{
    vector_each(const char **, s, &o->file_flags) {
        char number[16];
        size_t n = strspn(*s, "0123456789");
        uint64_t file;
        snprintf(number, sizeof number, "%.*s", (int)(n < 15 ? n : 15), *s);
        if (!parse_u64(number, 0, o->files.size - 1, &file) || (*s)[n] != ':' || !is_compile_flag(*s + n + 1)) {
            log_error("--flag-of needs the number of a file, a colon and a flag for clang, not '%s'", *s);
            return false;
        }
    }
    return true;
}

/* One report is about several properties; a program, a run or a proof is about one. */
static bool known_properties(const struct options *o)
{
    bool fits = o->command == COMMAND_VERIFY || property_find(o->property) != PROPERTIES ||
                (o->command == COMMAND_VALIDATE && ends_with(o->property, ".prp"));
    if (!fits)
        log_error("'%s' takes one property at a time, not '%s'", command_name(o->command), o->property);
    return fits;
}

/* "--json a.c b.c" takes a.c for the name of the output; whoever writes that means two programs. */
static bool names_an_output(const struct named_file *f)
{
    static const char *const endings[] = {".c", ".i", ".h", ".bc", ".ll", ".spec", ".tts", ".yml"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        bool usual = (!strcmp(endings[i], ".tts") && !strcmp(f->option, "emit-tts")) || reports_has_ending(f->option, endings[i]);
        if (ends_with(f->path, endings[i]) && !usual) {
            log_error("--%s would overwrite %s, and that is the name of an input", f->option, f->path);
            return false;
        }
    }
    return true;
}

int check_output_names(const struct options *o)
{
    named_files outputs = {0};
    bool ok = true;
    options_outputs(o, &outputs);
    vector_each(const struct named_file *, f, &outputs)
        ok = ok && names_an_output(f);
    vector_free(&outputs);
    return ok ? 0 : STATUS_USAGE;
}

int check_options(const struct options *o)
{
    return known_passes(o) && known_file_flags(o) && known_properties(o) ? 0 : STATUS_USAGE;
}
