/* Reading a string that a library function is given, for the property race; the front end takes the calls away where races are not
 * asked for. A string that does not end inside its object is read up to the end of the object. One that is known to, and that nobody can change, is not looked at. */
#include "heddle.h"

void __heddle_reads_text(const char *text, size_t most)
{
    size_t i = 0;
    if (__heddle_is_fixed(text))
        return;
    while (i < most && (__heddle_memory() || __heddle_variable(text + i)) && text[i])
        i++;
}
