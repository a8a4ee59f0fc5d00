# Programs and conditions for validate.sh.
# shellcheck shell=sh

program_lost() { cat >lost.c <<'END'
#include <assert.h>
#include <pthread.h>
int c;
void *add(void *unused)
{
    c = c + 1;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(c == 2);
}
END
}
program_input() { cat >input.c <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x, y;
void *f(void *unused)
{
    y = x;
    return 0;
}
int main(void)
{
    pthread_t a;
    x = __VERIFIER_nondet_int();
    pthread_create(&a, 0, f, 0);
    pthread_join(a, 0);
    assert(y != 12345);
}
END
}
program_protected() { cat >protected.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c, d;
void *f(void *unused)
{
    pthread_mutex_lock(&m);
    c++;
    d++;
    if (c > 1)
        c = 0, d = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int declared_later;
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_mutex_lock(&m);
    declared_later = 1;
    assert(c == d);
    pthread_mutex_unlock(&m);
    return 0;
}
END
}
program_places() { cat >places.c <<'END'
#include <assert.h>
#include <pthread.h>
int s;
void *f(void *unused) { return unused; }
int main(void)
{
    int i = 0;
    s = 0;
    for (i = 0; i < 3; i++) {
        if (i == 1)
            s += 0;
        s += 2;
    }
    i = s;
    while (s > 0)
        s--;
    int j = i;
    assert(j == 6);
}
END
}
# condition KIND LINE COLUMN VALUE
condition() {
    value=$(printf '%s' "$4" | sed 's/[\\"]/\\&/g')
    cat <<END
- entry_type: "invariant_set"
  metadata:
    format_version: "2.0"
    task:
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "LP64"
  content:
  - invariant:
      type: "$1_invariant"
      location:
        file_name: "places.c"
        line: $2
        column: $3
      value: "$value"
      format: "c_expression"
END
}
