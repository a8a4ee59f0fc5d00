/* heddle: memory=FALSE; engines: explore */
/* Each of them copies a text onto a part of itself, which C leaves undefined; the native library happens to do it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static void *(*copy)(void *, const void *, size_t) = memcpy;

int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[24] = "abcdefg";
    switch (__VERIFIER_nondet_int()) {
    case 0: strcpy(text, text + 1); break;
    case 1: stpcpy(text, text + 2); break;
    case 2: strncpy(text + 1, text, 4); break;
    case 3: strncat(text, text + 1, 8); break;
    case 4: memccpy(text + 1, text, 'd', 6); break;
    case 5: copy(text + 1, text, 4); break;
    case 6: sprintf(text, "%sx", text); break;
    case 7: snprintf(text + 2, 8, "%s", text); break;
    default: break;
    }
    return text[0];
}
