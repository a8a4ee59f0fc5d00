#include "cover/queue.h"

enum { LAST_BUCKET = 4095 };

void queue_push(struct queue *q, uint32_t item, uint32_t number)
{
    if (number > LAST_BUCKET)
        number = LAST_BUCKET;
    if (number >= q->buckets.size) {
        vector_resize(&q->buckets, number + 1);
        vector_resize(&q->heads, number + 1);
    }
    vector_push(&q->buckets.data[number], item);
    if (!q->size || number < q->least)
        q->least = number;
    q->size++;
}

bool queue_pop(struct queue *q, uint32_t *item)
{
    assert(!q->size || q->least < q->buckets.size);
    if (!q->size)
        return false;
    while (q->heads.data[q->least] == q->buckets.data[q->least].size)
        q->least++;
    u32_vector *b = &q->buckets.data[q->least];
    uint32_t *head = &q->heads.data[q->least];
    *item = q->oldest_first ? b->data[(*head)++] : b->data[--b->size];
    if (*head == b->size)
        *head = b->size = 0;
    q->size--;
    return true;
}

void queue_free(struct queue *q)
{
    vector_each(u32_vector *, b, &q->buckets)
        vector_free(b);
    vector_free(&q->buckets);
    vector_free(&q->heads);
    *q = (struct queue){0};
}
