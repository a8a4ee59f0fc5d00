/* heddle: race=FALSE; engines: auto; options: --entry=writer* --undefined=assume */
/* Any number of them has. */
static int state;

void writer(int n)
{
    for (int i = 0; i < n && i < 3; i++)
        state += i;
}
