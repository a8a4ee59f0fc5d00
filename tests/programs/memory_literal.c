/* heddle: memory=TRUE; engines: flow bounded */
/* A compound literal of the outermost block is there as long as the function runs. */
struct point {
    int x, y;
};

static int sum(const struct point *p) { return p->x + p->y; }

int main(void) { return sum(&(struct point){3, 4}) == 7 ? 0 : 1; }
