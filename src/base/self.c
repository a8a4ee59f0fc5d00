#include "base/self.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int note_of(struct dl_phdr_info *info, size_t size, void *out)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        const char *at = (const char *)(info->dlpi_addr + h->p_vaddr), *end = at + h->p_memsz;
        while (h->p_type == PT_NOTE && at + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *n = (const void *)at;
            const char *name = at + sizeof *n, *bytes = name + ((n->n_namesz + 3u) & ~3u);
            if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4))
                for (uint32_t k = 0; k < n->n_descsz; k++)
                    text_printf(out, "%02x", (unsigned char)bytes[k]);
            at = bytes + ((n->n_descsz + 3u) & ~3u);
        }
    }
    return 1; /* the first is the program itself */
}

bool add_build_id(struct text *t)
{
    size_t before = t->size;
    dl_iterate_phdr(note_of, t);
    text_char(t, '\n');
    return t->size > before + 1;
}

bool add_program_stamp(struct text *t, const char *program)
{
    const char *path = getenv("PATH");
    struct stat s;
    struct text file = {0};
    bool found = strchr(program, '/') && stat(program, &s) == 0;
    while (!strchr(program, '/') && path && *path && !found) {
        size_t n = strcspn(path, ":");
        text_clear(&file);
        text_printf(&file, "%.*s/%s", (int)n, path, program);
        found = stat(text_string(&file), &s) == 0;
        path += n + (path[n] == ':');
    }
    text_free(&file);
    if (found)
        text_printf(t, "%s %ju %jd %jd.%ld\n", program, (uintmax_t)s.st_ino, (intmax_t)s.st_size, (intmax_t)s.st_mtim.tv_sec,
                    s.st_mtim.tv_nsec);
    return found;
}

bool add_own_path(struct text *t)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    if (n <= 0 || (size_t)n >= sizeof path)
        return false;
    text_append_bytes(t, path, (size_t)n);
    return true;
}
