/* heddle: reach=FALSE; engines: explore bounded; options: --undefined=assume */
/* A word that is read without a width, and fits: it may be any. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[3];
    if (scanf("%s", word) == 1)
        assert(word[1] == 0 || word[1] == 'a');
    return 0;
}
