/* heddle: memory=FALSE; engines: explore */
/* A pipe has two ends, and there is room for one. */
#include <unistd.h>

int main(void)
{
    int end[1];
    return pipe(end) != 0;
}
