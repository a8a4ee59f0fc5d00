/* heddle: reach=TRUE race=TRUE; engines: explore bounded */
/* Assertions of ACSL, with what C writes otherwise; each is evaluated in one step, and reads nothing for race. */
#include <pthread.h>

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

/*@ requires \valid(p); // not an assertion
  @ ensures \result == 0; */
static void *thread(void *p)
{
    pthread_mutex_lock(&m);
    x++;
    y--;
    //@ assert both: x + y == 0;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t t;
    int z = 0;
    pthread_create(&t, NULL, thread, NULL);
    //@ assert 0 <= x <= 1;
    /*@ assert x == 1 ==> (y == -1 <==> x + y == 0) || y == 0;
      @ check \true && !(0 < x < 1); */
    if (z > 0)
        //@ assert \false;
        z = 7;
    else
        z--; //@ assert "a;"[1] == ';';
    return 0;
}
