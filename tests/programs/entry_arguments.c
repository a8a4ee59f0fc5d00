/* heddle: reach=FALSE; engines: explore; options: --entry use */
/* Arguments of an entry: numbers are arbitrary, a pointer leads to an object of its own, locks in it are free, pointers in it are null or not. */
#include <assert.h>
#include <pthread.h>
struct inner { unsigned char small; };
struct outer { pthread_mutex_t lock; struct inner *in; };
void use(struct outer *o, _Bool flag)
{
    pthread_mutex_lock(&o->lock);
    assert(!(flag && o->in && o->in->small == 77));
    pthread_mutex_unlock(&o->lock);
}
