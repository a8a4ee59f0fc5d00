/* heddle: memory=TRUE overflow=TRUE; engines: explore bounded */
/* A list of variables of a loop: each is taken off before its round is over, so what a later round follows is there. */
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
        head = here.next;
    }
    return total;
}
