/* heddle: memory=UNKNOWN; engines: explore flow; options: --leaks=lost; reason: need not end */
/* Memory is lost on a way that never comes to the end of main, where lost memory is looked for. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    if (__VERIFIER_nondet_int()) {
        p = NULL;
        for (;;) {
        }
    }
    free(p);
    return 0;
}
