/* Whether what the program reads from files and connections is up to the world. It is, unless the program may read what it has written itself:
 * from a pipe, over a connection to itself, or from a file that it writes. Files that are read only may hold anything. What is read by recv() comes over a connection. */
#include "frontend/front.h"

enum { READS = 1, WRITES = 2, ACCEPTS = 4, CONNECTS = 8, ITSELF = 16, HEARS_ITSELF = 32 /* over a connection */ };

enum { ACCESS_MODES = 3, READ_ONLY = 0, WRITE_ONLY = 1 }; /* O_ACCMODE, O_RDONLY, O_WRONLY of Linux */

static unsigned by_flags(LLVMValueRef flags)
{
    if (!LLVMIsAConstantInt(flags))
        return READS | WRITES;
    unsigned mode = (unsigned)LLVMConstIntGetZExtValue(flags) & ACCESS_MODES;
    return mode == READ_ONLY ? READS : mode == WRITE_ONLY ? WRITES : READS | WRITES;
}

static unsigned by_mode(LLVMValueRef mode)
{
    size_t length;
    const char *text = constant_text(mode, &length);
    if (!text || memchr(text, '+', length))
        return READS | WRITES;
    return length && *text == 'r' ? READS : WRITES;
}

/* What is only looked at is read again. */
static unsigned by_peeking(LLVMValueRef flags)
{
    enum { PEEK = 2 }; /* MSG_PEEK of Linux */
    return LLVMIsAConstantInt(flags) && !(LLVMConstIntGetZExtValue(flags) & PEEK) ? 0 : HEARS_ITSELF;
}

enum kind { BY_FLAGS, BY_MODE, BY_PEEKING, FIXED };
static const struct source {
    const char *name;
    enum kind kind;
    unsigned what; /* the position of the flags or the mode; or what it does */
} sources[] = {
    {"open", BY_FLAGS, 1},
    {"open64", BY_FLAGS, 1},
    {"openat", BY_FLAGS, 2},
    {"openat64", BY_FLAGS, 2},
    {"fopen", BY_MODE, 1},
    {"fopen64", BY_MODE, 1},
    {"freopen", BY_MODE, 1},
    {"freopen64", BY_MODE, 1},
    {"fdopen", BY_MODE, 1},
    {"creat", FIXED, WRITES},
    {"creat64", FIXED, WRITES},
    {"rename", FIXED, WRITES},
    {"accept", FIXED, ACCEPTS},
    {"accept4", FIXED, ACCEPTS},
    {"connect", FIXED, CONNECTS},
    {"sendto", FIXED, CONNECTS},
    {"recvfrom", FIXED, ACCEPTS},
    {"bind", FIXED, ACCEPTS},
    {"recv", BY_PEEKING, 3},
    {"recvfrom", BY_PEEKING, 3},
    {"pipe", FIXED, ITSELF},
    {"pipe2", FIXED, ITSELF},
    {"socketpair", FIXED, HEARS_ITSELF},
    {"eventfd", FIXED, ITSELF},
    {"timerfd_create", FIXED, ITSELF},
    {"signalfd", FIXED, ITSELF},
    {"inotify_init", FIXED, ITSELF},
    {"inotify_init1", FIXED, ITSELF},
    {"memfd_create", FIXED, ITSELF},
    {"shm_open", FIXED, ITSELF},
    {"mkstemp", FIXED, ITSELF},
    {"mkostemp", FIXED, ITSELF},
    {"mkstemps", FIXED, ITSELF},
    {"mkostemps", FIXED, ITSELF},
    {"mkstemp64", FIXED, ITSELF},
    {"mkostemp64", FIXED, ITSELF},
    {"mkstemps64", FIXED, ITSELF},
    {"mkostemps64", FIXED, ITSELF},
    {"tmpfile", FIXED, ITSELF},
    {"tmpfile64", FIXED, ITSELF},
    {"open_memstream", FIXED, ITSELF},
    {"fmemopen", FIXED, ITSELF},
    {"fopencookie", FIXED, ITSELF},
    {"popen", FIXED, ITSELF},
    {"posix_openpt", FIXED, ITSELF},
    {"openpty", FIXED, ITSELF},
    {"getpt", FIXED, ITSELF},
    {"forkpty", FIXED, ITSELF},
    {"dup2", FIXED, ITSELF},
    {"dup3", FIXED, ITSELF},
    {"syscall", FIXED, ITSELF | HEARS_ITSELF},
    {"ungetc", FIXED, ITSELF},
    /* what was read before is read again: it may be the same */
    {"lseek", FIXED, ITSELF},
    {"lseek64", FIXED, ITSELF},
    {"fseek", FIXED, ITSELF},
    {"fseeko", FIXED, ITSELF},
    {"fseeko64", FIXED, ITSELF},
    {"fsetpos", FIXED, ITSELF},
    {"fsetpos64", FIXED, ITSELF},
    {"rewind", FIXED, ITSELF},
    {"pread", FIXED, ITSELF},
    {"pread64", FIXED, ITSELF},
    {"preadv", FIXED, ITSELF},
    {"preadv64", FIXED, ITSELF},
};

/* Files of the system that give what is known. */
static bool is_of_system(LLVMValueRef name)
{
    static const char *const files[] = {"/dev/null", "/dev/zero", "/dev/full", "/proc/"};
    size_t length;
    const char *text = LLVMGetTypeKind(LLVMTypeOf(name)) == LLVMPointerTypeKind ? constant_text(name, &length) : NULL;
    for (size_t k = 0; text && k < sizeof files / sizeof *files; k++)
        if (length >= strlen(files[k]) && memcmp(text, files[k], strlen(files[k])) == 0)
            return true;
    return false;
}

static unsigned done_by(LLVMValueRef user, LLVMValueRef function, const struct source *s)
{
    if (s->kind == FIXED)
        return s->what;
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function || LLVMGetNumArgOperands(user) <= s->what)
        return s->kind == BY_PEEKING ? HEARS_ITSELF : READS | WRITES;
    LLVMValueRef operand = LLVMGetArgOperand(user, s->what);
    if (s->kind != BY_PEEKING && s->what && is_of_system(LLVMGetArgOperand(user, s->what - 1)))
        return ITSELF;
    return s->kind == BY_FLAGS ? by_flags(operand) : s->kind == BY_MODE ? by_mode(operand) : by_peeking(operand);
}

enum worlds input_is_the_worlds(struct front *f)
{
    unsigned done = 0;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(f->module, sources[i].name);
        if (function)
            each_use(u, function) done |= done_by(LLVMGetUser(u), function, &sources[i]);
    }
    bool through_files = done & READS && done & WRITES, through_connections = done & ACCEPTS && done & CONNECTS;
    if (done & HEARS_ITSELF || through_connections)
        return WORLDS_NONE;
    return done & ITSELF || through_files ? WORLDS_CONNECTIONS : WORLDS_ALL;
}

/* Whether standard input may give what the program has put there: characters are given back, or it becomes another file. */
bool changes_standard_input(struct front *f)
{
    static const char *const changes[] = {"ungetc", "ungetwc", "dup2", "dup3", "freopen", "freopen64"};
    for (size_t k = 0; k < sizeof changes / sizeof *changes; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, changes[k]);
        if (fn && LLVMGetFirstUse(fn))
            return true;
    }
    LLVMValueRef closes = LLVMGetNamedFunction(f->module, "close"), stream = LLVMGetNamedGlobal(f->module, "stdin");
    if (closes)
        each_use(u, closes)
        {
            LLVMValueRef user = LLVMGetUser(u),
                         file = LLVMIsACallInst(user) ? LLVMIsAConstantInt(LLVMGetArgOperand(user, 0)) : NULL;
            if (file && LLVMConstIntGetZExtValue(file) == 0)
                return true;
        }
    if (stream)
        each_use(u, stream) if (!LLVMIsALoadInst(LLVMGetUser(u))) return true;
    return false;
}

/* Whether a file may have several numbers, and lives on when one of them is closed. */
bool files_have_several_numbers(struct front *f)
{
    enum { COMMAND = 1, DUPLICATE = 0, DUPLICATE_CLOSED = 1030 }; /* F_DUPFD, F_DUPFD_CLOEXEC of Linux */
    static const char *const duplicate[] = {"dup", "dup2", "dup3", "fork", "vfork", "_Fork", "recvmsg", "sendmsg"};
    static const char *const control[] = {"fcntl", "fcntl64"};
    for (size_t k = 0; k < sizeof duplicate / sizeof *duplicate; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, duplicate[k]);
        if (fn && LLVMGetFirstUse(fn))
            return true;
    }
    for (size_t k = 0; k < sizeof control / sizeof *control; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, control[k]);
        if (fn)
            each_use(u, fn)
            {
                LLVMValueRef user = LLVMGetUser(u);
                bool calls = LLVMIsACallInst(user) && called_function(user) == fn && LLVMGetNumArgOperands(user) > COMMAND;
                LLVMValueRef command = calls ? LLVMIsAConstantInt(LLVMGetArgOperand(user, COMMAND)) : NULL;
                uint64_t n = command ? LLVMConstIntGetZExtValue(command) : DUPLICATE;
                if (n == DUPLICATE || n == DUPLICATE_CLOSED)
                    return true;
            }
    }
    return false;
}
