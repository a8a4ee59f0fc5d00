/* tsearch and its relatives: a tree of pointers, ordered by the user's comparison. It is red and black as glibc's is (nodes with two red children are split on the way down:
 * Guibas, Sedgewick: A dichromatic framework for balanced trees, FOCS 1978), so that a walk sees each node as deep as it is there. How a tree looks after tdelete is not modelled:
 * what is in it is. Whoever uses a tree in two threads must lock it, so all accesses are plain ones. */
#include "allocation.h"
#include "errors.h"

typedef int comparison(const void *, const void *);

struct node {
    const void *key;
    struct node *child[2];
    _Bool is_red, was_cut; /* was_cut, of a root: something was deleted */
};

enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };
enum { DEEPEST = 48 }; /* twice the logarithm of the nodes that there may be */

static _Bool is_red(const struct node *n) { return n && n->is_red; }

MODEL void *tfind(const void *key, void *const *root, comparison *compare)
{
    struct node *n = root ? *root : NULL;
    while (n) {
        int order = compare(key, n->key);
        if (order == 0)
            return n;
        n = n->child[order > 0];
    }
    return NULL;
}

/* The last steps on the way down: links to a node, its parent and its grandparent, and which children they are. */
struct way {
    struct node **link, **parent, **grandparent;
    _Bool right, parent_right;
};

/* A red node with a red parent: the middle one of the three comes to the top. */
static void rotate(const struct way *w)
{
    struct node *n = *w->link, *p = *w->parent, *g = *w->grandparent;
    _Bool side = w->right, other = !side;
    (side == w->parent_right ? p : n)->was_cut |= g->was_cut;
    if (side == w->parent_right) {
        g->child[side] = p->child[other];
        p->child[other] = g;
        p->is_red = 0;
        g->is_red = 1;
        *w->grandparent = p;
    } else {
        p->child[side] = n->child[other];
        n->child[other] = p;
        g->child[other] = n->child[side];
        n->child[side] = g;
        n->is_red = 0;
        p->is_red = g->is_red = 1;
        *w->grandparent = n;
    }
}

static void split(const struct way *w)
{
    struct node *n = *w->link;
    if (!is_red(n->child[0]) || !is_red(n->child[1]))
        return;
    n->is_red = 1;
    n->child[0]->is_red = n->child[1]->is_red = 0;
    if (w->parent && (*w->parent)->is_red)
        rotate(w);
}

static struct node *new_node(const void *key)
{
    if (there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    struct node *n = __heddle_alloc(sizeof *n);
    *n = (struct node){.key = key, .is_red = 1};
    return n;
}

MODEL void *tsearch(const void *key, void **root, comparison *compare)
{
    if (!root)
        return NULL;
    struct way w = {.link = (struct node **)root};
    if (*w.link)
        (*w.link)->is_red = 0;
    while (*w.link) {
        struct node *n = *w.link;
        int order = compare(key, n->key);
        if (order == 0)
            return n;
        split(&w);
        w = (struct way){&n->child[order > 0], w.link, w.parent, order > 0, w.right};
    }
    struct node *fresh = new_node(key);
    if (!fresh)
        return NULL;
    *w.link = fresh;
    if (w.parent && (*w.parent)->is_red)
        rotate(&w);
    return fresh;
}

static void *parent_of_deleted; /* what tdelete returns leads to the parent, which is not modelled */

static struct node *joined(struct node *n)
{
    if (!n->child[0] || !n->child[1])
        return n->child[n->child[0] == NULL];
    struct node **link = &n->child[1];
    while ((*link)->child[0])
        link = &(*link)->child[0];
    struct node *next = *link;
    *link = next->child[1];
    next->child[0] = n->child[0];
    next->child[1] = n->child[1];
    next->is_red = n->is_red;
    return next;
}

MODEL void *tdelete(const void *key, void **root, comparison *compare)
{
    struct node **link = (struct node **)root;
    if (!root || !*link)
        return NULL;
    while (*link) {
        struct node *n = *link;
        int order = compare(key, n->key);
        if (order == 0) {
            *link = joined(n);
            __heddle_free(n);
            if (*root)
                ((struct node *)*root)->was_cut = 1;
            __heddle_havoc(&parent_of_deleted, sizeof parent_of_deleted, "the parent of what tdelete has deleted", NULL);
            return &parent_of_deleted;
        }
        link = &n->child[order > 0];
    }
    return NULL;
}

typedef void visitor(const void *node, enum visit, int depth);
typedef void visitor_with(const void *node, enum visit, void *with);

struct walker {
    visitor *visit; /* or: */
    visitor_with *visit_with;
    void *with;
};

static void tell(const struct walker *w, const struct node *n, enum visit which, int depth)
{
    if (w->visit)
        w->visit(n, which, depth);
    else
        w->visit_with(n, which, w->with);
}

struct place {
    const struct node *node;
    enum visit next;
};

static void walk(const struct node *root, const struct walker *w)
{
    struct place way[DEEPEST];
    int depth = 0;
    if (!root)
        return;
    if (root->was_cut) {
        __heddle_uncovered("a tree after tdelete, whose shape is not modelled");
        __heddle_approximate("the shape of a tree after tdelete");
    }
    way[0] = (struct place){root, PREORDER};
    while (depth >= 0) {
        struct place *p = &way[depth];
        const struct node *n = p->node;
        if (!n->child[0] && !n->child[1]) {
            tell(w, n, LEAF, depth--);
            continue;
        }
        enum visit now = p->next++;
        tell(w, n, now, depth);
        if (now == ENDORDER)
            depth--;
        else if (n->child[now])
            way[++depth] = (struct place){n->child[now], PREORDER};
    }
}

MODEL void twalk(const void *root, visitor *visit)
{
    struct walker w = {.visit = visit};
    if (visit)
        walk(root, &w);
}

MODEL void twalk_r(const void *root, visitor_with *visit, void *with)
{
    struct walker w = {.visit_with = visit, .with = with};
    if (visit)
        walk(root, &w);
}

/* Children before parents, the left one first. */
MODEL void tdestroy(void *root, void (*release)(void *))
{
    struct node *way[DEEPEST];
    int depth = 0;
    if (!root)
        return;
    way[0] = root;
    while (depth >= 0) {
        struct node *n = way[depth];
        struct node **child = &n->child[n->child[0] == NULL];
        if (*child) {
            way[++depth] = *child;
            *child = NULL;
        } else {
            release((void *)n->key);
            __heddle_free(n);
            depth--;
        }
    }
}
