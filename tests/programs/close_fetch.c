/* heddle: race=TRUE; engines: auto; options: --resolution=close --undefined=assume */
/* A tool that fetches in parts, and shows on SIGALRM how far it is, with the lock. main gets to its workers only with an argument that
 * begins with the right text and has a slash behind it. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
    char host[64], file[64];
    int port, parts;
};

static struct job *job;
static unsigned written;
static pthread_mutex_t written_mutex = PTHREAD_MUTEX_INITIALIZER;
static sigset_t signals;
static pthread_t waiter;
static int forced;

static void show_progress(unsigned now)
{
    printf("%u bytes\n", now);
}

static void *wait_for_signals(void *unused)
{
    int signal = 0;
    (void)unused;
    for (;;) {
        sigwait(&signals, &signal);
        if (signal == SIGINT)
            exit(0);
        if (signal == SIGALRM) {
            pthread_mutex_lock(&written_mutex);
            show_progress(written);
            pthread_mutex_unlock(&written_mutex);
        }
    }
}

static void usage(void)
{
    fprintf(stderr, "usage: fetch [-p port] [-n parts] [-f] url\n");
    exit(1);
}

static void parse(const char *url, struct job *j)
{
    int i = 0;
    if (strncmp(url, "ftp://", 6) == 0) {
        fprintf(stderr, "ftp is not supported\n");
        exit(1);
    }
    if (strncmp(url, "http://", 7) != 0) {
        fprintf(stderr, "the url should begin with http://\n");
        exit(1);
    }
    const char *s = url + 7;
    while (*s != '/') {
        if (i >= 63 || !*s)
            exit(1);
        j->host[i++] = *s++;
    }
    j->host[i] = 0;
    i = 0;
    while (*s) {
        if (i >= 63)
            exit(1);
        j->file[i++] = *s++;
    }
    j->file[i] = 0;
}

static void *get_part(void *arg)
{
    struct job *j = arg;
    for (int k = 0; k < j->parts; k++) {
        pthread_mutex_lock(&written_mutex);
        written += 512;
        pthread_mutex_unlock(&written_mutex);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t worker;
    int c;
    job = calloc(1, sizeof *job);
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    if (pthread_create(&waiter, NULL, wait_for_signals, NULL))
        exit(1);
    while ((c = getopt(argc, argv, "p:n:hf")) != -1)
        switch (c) {
        case 'p':
            job->port = atoi(optarg);
            break;
        case 'n':
            job->parts = atoi(optarg);
            if (job->parts > 25)
                job->parts = 0;
            break;
        case 'f':
            forced = 1;
            break;
        default:
            usage();
        }
    if (forced && job->parts == 0)
        usage();
    if (optind >= argc)
        usage();
    parse(argv[optind], job);
    if (job->parts == 0)
        job->parts = 2;
    pthread_create(&worker, NULL, get_part, job);
    pthread_join(worker, NULL);
    printf("%s from %s\n", job->file, job->host);
    return 0;
}
