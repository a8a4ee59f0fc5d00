/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A tree under a lock for readers and writers, with pointers to pointers. */
#include <pthread.h>
#include <stdlib.h>
struct node {
    int key;
    struct node *left, *right;
};
static struct node *root;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void insert(int key)
{
    struct node *n = calloc(1, sizeof *n);
    n->key = key;
    pthread_rwlock_wrlock(&lock);
    struct node **p = &root;
    while (*p)
        p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    *p = n;
    pthread_rwlock_unlock(&lock);
}
static int find(int key)
{
    pthread_rwlock_rdlock(&lock);
    struct node *n = root;
    while (n && n->key != key)
        n = key < n->key ? n->left : n->right;
    int found = n != NULL;
    pthread_rwlock_unlock(&lock);
    return found;
}
static void *worker(void *arg)
{
    int k = *(int *)arg;
    insert(k);
    find(3);
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    int key[3] = {2, 1, 3};
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, &key[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return !find(1);
}
