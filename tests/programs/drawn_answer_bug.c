/* heddle: race=FALSE; engines: random; options: --undefined=assume */
/* The same for what comes over a connection, though the program writes and reads files besides. */
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int length;

static void *watch(void *unused) { return length ? unused : NULL; }

int main(void)
{
    char answer[16];
    pthread_t thread;
    int connection = socket(AF_INET, SOCK_STREAM, 0), file = open("log", O_RDWR);
    write(file, "begin", 5);
    pthread_create(&thread, NULL, watch, NULL);
    if (recv(connection, answer, sizeof answer, 0) >= 12 && strncmp(answer, "HTTP/1.1 200", 12) == 0)
        length = 1;
    pthread_join(thread, NULL);
    return 0;
}
