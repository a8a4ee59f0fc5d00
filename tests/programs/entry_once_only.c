/* heddle: race=TRUE; engines: auto; options: --entry=writer --undefined=assume */
/* One thread alone has nobody to race with. */
static int state;

void writer(int n)
{
    for (int i = 0; i < n && i < 3; i++)
        state += i;
}
