/* By which functions a program blocks signals. */
#include "frontend/handlers.h"

bool function_is_used(const struct front *f, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    return fn && LLVMGetFirstUse(fn);
}

bool any_function_is_used(const struct front *f, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (function_is_used(f, names[k]))
            return true;
    return false;
}

bool signals_blocked_as_usual(const struct front *f)
{
    static const char *const names[] = {"pthread_sigmask", "sigprocmask"};
    return any_function_is_used(f, names, sizeof names / sizeof *names);
}

bool signals_blocked_otherwise(const struct front *f)
{
    static const char *const names[] = {"sigblock",
                                        "sigsetmask",
                                        "sighold",
                                        "sigrelse",
                                        "sigignore",
                                        "sigsuspend",
                                        "sigpause",
                                        "siginterrupt",
                                        "pthread_kill",
                                        "pthread_sigqueue",
                                        "pthread_attr_setsigmask_np"};
    return any_function_is_used(f, names, sizeof names / sizeof *names);
}
