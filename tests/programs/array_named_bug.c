/* heddle: reach=FALSE; engines: explore; options: --undefined=assume */
/* An index into the array that a structure begins with, and into another one beside it. */
#include <assert.h>
struct request {
    char host[4];
    char path[4];
};
int __VERIFIER_nondet_int(void);
static struct request request;
static void fill(struct request *r)
{
    int i = __VERIFIER_nondet_int();
    r->host[i] = 1;
    r->path[i] = 1;
}
int main(void)
{
    fill(&request);
    assert(request.path[3] == 0);
    return 0;
}
