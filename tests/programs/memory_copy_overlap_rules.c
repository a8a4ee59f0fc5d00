/* heddle: memory=UNKNOWN; engines: explore; options: --rules=sv-comp; reason: onto a part of itself */
/* By the rules of the competition it is no violation, but undefined. */
#include <string.h>

int main(void)
{
    char text[8] = "abcdefg";
    memcpy(text + 1, text, 4);
    return text[1];
}
