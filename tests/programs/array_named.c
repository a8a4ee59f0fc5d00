/* heddle: reach=TRUE; engines: explore; options: --undefined=assume */
/* An index into the array that a structure begins with: whoever names the array does not leave it. */
#include <assert.h>
struct request {
    char host[4];
    int port;
};
int __VERIFIER_nondet_int(void);
static struct request request;
static void fill(struct request *r)
{
    int i = __VERIFIER_nondet_int();
    r->host[i] = 1;
}
int main(void)
{
    fill(&request);
    assert(request.port == 0);
    return 0;
}
