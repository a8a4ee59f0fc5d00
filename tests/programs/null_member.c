/* heddle: memory=FALSE; engines: explore bounded */
/* A member of a structure at address 0 lies beside address 0: no memory is there either. */
struct pair {
    int first, second;
};

static int second_of(struct pair *p) { return p->second; }

int main(void) { return second_of(0); }
