/* heddle: race=TRUE; engines: auto; options: --resolution=close --undefined=assume */
/* A server: requests come over a connection that the main thread reads, workers take them from a list, and a thread prints how many were served each time a second has gone by.
 * Nothing starts without a port among the options, and the first request must be a greeting. */
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct request {
    struct request *next;
    char name[16];
    int size;
};

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t count_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t list_changed = PTHREAD_COND_INITIALIZER;
static struct request *list;
static int closing;
static long served, bytes;
static int verbose, port;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void push(struct request *r)
{
    pthread_mutex_lock(&list_mutex);
    r->next = list;
    list = r;
    pthread_cond_signal(&list_changed);
    pthread_mutex_unlock(&list_mutex);
}

static struct request *take(void)
{
    pthread_mutex_lock(&list_mutex);
    while (!list && !closing)
        pthread_cond_wait(&list_changed, &list_mutex);
    struct request *r = list;
    if (r)
        list = r->next;
    pthread_mutex_unlock(&list_mutex);
    return r;
}

static void *work(void *unused)
{
    struct request *r;
    (void)unused;
    while ((r = take())) {
        pthread_mutex_lock(&count_mutex);
        served++;
        bytes += r->size;
        pthread_mutex_unlock(&count_mutex);
        free(r);
    }
    return NULL;
}

static void *report(void *unused)
{
    (void)unused;
    for (;;) {
        sleep(1);
        pthread_mutex_lock(&count_mutex);
        printf("%ld served, %ld bytes\n", served, bytes);
        pthread_mutex_unlock(&count_mutex);
    }
    return NULL;
}

static void serve(int connection)
{
    char line[16];
    long n = recv(connection, line, sizeof line - 1, 0);
    if (n <= 0)
        return;
    line[n] = 0;
    if (strncmp(line, "HELLO", 5) != 0)
        return;
    struct request *r = malloc(sizeof *r);
    if (!r)
        die("malloc");
    memcpy(r->name, line, sizeof r->name);
    r->size = (int)n;
    push(r);
}

int main(int argc, char **argv)
{
    struct sockaddr_in address;
    pthread_t worker, reporter;
    int c;
    while ((c = getopt(argc, argv, "p:v")) != -1)
        if (c == 'p')
            port = atoi(optarg);
        else if (c == 'v')
            verbose++;
        else
            exit(2);
    if (port <= 0 || optind < argc) {
        fprintf(stderr, "usage: server -p port [-v]\n");
        exit(2);
    }
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((unsigned short)port);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        die("socket");
    if (bind(s, (struct sockaddr *)&address, sizeof address) < 0)
        die("bind");
    if (listen(s, 5) < 0)
        die("listen");
    if (pthread_create(&worker, NULL, work, NULL) || pthread_create(&reporter, NULL, report, NULL))
        die("pthread_create");
    for (int k = 0; k < 2; k++) {
        int connection = accept(s, NULL, NULL);
        if (connection < 0)
            continue;
        serve(connection);
        close(connection);
    }
    pthread_mutex_lock(&list_mutex);
    closing = 1;
    pthread_cond_broadcast(&list_changed);
    pthread_mutex_unlock(&list_mutex);
    pthread_join(worker, NULL);
    return 0;
}
