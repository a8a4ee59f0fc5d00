/* heddle: reach=UNKNOWN; engines: explore; reason: call of 'mystery', which is not defined */
/* A function without a definition may do anything: nothing is claimed where it is called. */
int mystery(int);
int x;

int main(void)
{
    x = mystery(3);
    return 0;
}
