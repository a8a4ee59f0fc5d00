/* heddle: race=FALSE; engines: auto; options: --init=cache_init --entry=cache_find* --undefined=assume */
/* A cache that remembers its last answer, without a lock, in a library that looks harmless. */
static const char *last_name;
static int last_number, table[4];

void cache_init(void)
{
    for (int i = 0; i < 4; i++)
        table[i] = i * i;
}

int cache_find(int n)
{
    if (n < 0 || n > 3)
        return -1;
    last_number = table[n];
    last_name = n ? "some" : "none";
    return last_number;
}
