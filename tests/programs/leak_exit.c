/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=left; reason: never be freed */
/* exit ends the program with memory that is not freed: the system takes it back, as the programmer may have meant. */
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 0;
    exit(*p);
}
