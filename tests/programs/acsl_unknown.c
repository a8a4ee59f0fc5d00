/* heddle: reach=UNKNOWN; engines: explore; reason: an assertion of ACSL that heddle cannot read */
/* What is not read is not taken for proved. */
int x[4];

int main(void)
{
    //@ assert \forall integer k; 0 <= k < 4 ==> x[k] == 0;
    return 0;
}
