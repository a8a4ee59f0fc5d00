/* heddle: memory=FALSE; engines: explore bounded */
/* memcpy onto a part of what it copies, if the distance that is asked for is 1. */
#include <string.h>

int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, size_t size) { memcpy(to, from, size); }

int main(void)
{
    char text[8] = "abcdefg";
    int distance = __VERIFIER_nondet_int();
    if (distance < 1 || distance > 4)
        return 0;
    copy(text + distance, text, 2);
    return text[1];
}
