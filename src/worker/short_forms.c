/* heddle race, heddle deadlock: short forms of verify --property. */
#include "worker/commands.h"

static int verify_property(const struct options *o, const char *property)
{
    struct options p = *o; /* shares o's vectors: not freed here */
    p.property = property;
    return command_verify(&p);
}

int command_race(const struct options *o) { return verify_property(o, "race"); }

int command_deadlock(const struct options *o) { return verify_property(o, "deadlock"); }
