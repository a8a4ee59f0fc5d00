/* heddle: memory=FALSE; engines: explore bounded */
/* A list of variables of a loop, and nobody takes one off: the round that follows walks into the one before, at the same address. */
struct item {
    int value;
    struct item *next;
};

static struct item *head;

static int sum(void)
{
    int total = 0;
    for (struct item *i = head; i; i = i->next)
        total += i->value;
    return total;
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 4; i++) {
        struct item here = {i, head};
        head = &here;
        total += sum();
    }
    return total;
}
