/* heddle: memory=FALSE; engines: explore */
/* Memory is compared beyond the end of an array: that the first characters differ does not help. */
#include <string.h>

int main(void)
{
    char text[4] = "abc", other[8] = "xbcdefg";
    return memcmp(text, other, 8) == 0;
}
