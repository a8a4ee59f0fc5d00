/* heddle: race=FALSE; engines: random; options: --undefined=assume */
/* The race needs an argument of a certain shape, which is copied as a whole before anything of it is looked at: one that came far is read again with a character changed. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int started;

static void *watch(void *unused) { return started ? unused : NULL; }

/* Three characters, then the name of a machine, and nothing behind it. */
static int is_place(const char *s)
{
    int name = 0, machine = 0;
    for (; s[name] != '@'; name++)
        if (!s[name])
            return 0;
    for (s += name + 1; s[machine] != '/'; machine++)
        if (!s[machine] || s[machine] == '@')
            return 0;
    return name == 3 && machine == 4 && s[machine + 1] == '\0';
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc != 2)
        return 1;
    char *text = strdup(argv[1]);
    if (strncmp(text, "run:", 4) != 0 || !is_place(text + 4))
        return 1;
    pthread_create(&thread, NULL, watch, NULL);
    started = 1;
    pthread_join(thread, NULL);
    free(text);
    return 0;
}
