/* heddle: memory=UNKNOWN; engines: bounded; reason: of which the compiler does not say where it ends */
/* One whose address outlives its block. */
struct pair {
    int key, value;
};

int main(void)
{
    struct pair *last = 0;
    for (int k = 0; k < 4; k++)
        if (k == 2)
            last = &(struct pair){.key = k, .value = 1};
    return last->key;
}
