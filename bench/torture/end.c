/* Linked with a test whose main is called torture_main and whose exit is called torture_exit: that the test comes to its end in
 * good order is the failure that heddle has to find. */
#undef main
#undef exit

int torture_main();
void reach_error(void);
void abort(void);

int main(void)
{
    torture_main();
    reach_error();
    return 0;
}

void torture_exit(int status)
{
    if (status == 0)
        reach_error();
    abort();
}

#ifdef NATIVE /* a run that comes to its end says so */
void _exit(int status);

void reach_error(void) { _exit(42); }
#endif
