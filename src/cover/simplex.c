/* A z - s = b with slacks s >= 0. The basis inverse is kept as a dense matrix. Phase one alone: the sum of what the basic
 * variables are below zero is driven down. (Textbook composite method: Maros, "Computational Techniques of the Simplex
 * Method", ch. 9.) The multipliers are the gradient of that sum. */
#include "cover/simplex.h"

#include "base/vector.h"

#include <math.h>

static const double SMALL = 1e-9, PIVOT = 1e-7;

struct simplex {
    uint32_t rows, columns;
    VECTOR(uint32_t) start; /* of column j, in row and value */
    VECTOR(uint32_t) row;
    VECTOR(double) value;
    double *inverse; /* rows x rows, B^-1, stored by columns */
    uint32_t *basis; /* by row: the column; columns + i is slack i */
    bool *basic;     /* by column, slacks included */
    double *at;      /* values of the basic variables */
    double *entering, *gradient;
    uint32_t *entered, *crossed; /* rows where `entering` is not 0; columns of B^-1 where the pivot row is not */
    uint32_t entered_count;
    uint32_t pivots;
    bool ready;
};

struct simplex *simplex_make(uint32_t rows)
{
    struct simplex *x = NEW(struct simplex);
    x->rows = rows;
    vector_push(&x->start, 0);
    return x;
}

void simplex_free(struct simplex *x)
{
    if (!x)
        return;
    vector_free(&x->start);
    vector_free(&x->row);
    vector_free(&x->value);
    mem_free(x->inverse);
    mem_free(x->basis);
    mem_free(x->basic);
    mem_free(x->at);
    mem_free(x->entering);
    mem_free(x->gradient);
    mem_free(x->entered);
    mem_free(x->crossed);
    mem_free(x);
}

void simplex_column(struct simplex *x, const uint32_t *rows, const double *values, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        vector_push(&x->row, rows[i]);
        vector_push(&x->value, values[i]);
    }
    vector_push(&x->start, x->row.size);
    x->columns++;
}

/* The basis of slacks: B = -1. */
static void reset(struct simplex *x)
{
    uint32_t m = x->rows;
    if (!x->inverse) {
        x->inverse = NEW_ARRAY(double, (size_t)m * m);
        x->basis = NEW_ARRAY(uint32_t, m);
        x->basic = NEW_ARRAY(bool, x->columns + m);
        x->at = NEW_ARRAY(double, m);
        x->entering = NEW_ARRAY(double, m);
        x->gradient = NEW_ARRAY(double, m);
        x->entered = NEW_ARRAY(uint32_t, m);
        x->crossed = NEW_ARRAY(uint32_t, m);
    }
    memset(x->inverse, 0, (size_t)m * m * sizeof *x->inverse);
    memset(x->basic, 0, (x->columns + m) * sizeof *x->basic);
    for (uint32_t i = 0; i < m; i++) {
        x->inverse[(size_t)i * m + i] = -1;
        x->basis[i] = x->columns + i;
        x->basic[x->columns + i] = true;
    }
    x->pivots = 0;
    x->ready = true;
}

static void place(struct simplex *x, const double *b)
{
    uint32_t m = x->rows;
    memset(x->at, 0, m * sizeof *x->at);
    for (uint32_t k = 0; k < m; k++)
        if (b[k] != 0)
            for (uint32_t i = 0; i < m; i++)
                x->at[i] += x->inverse[(size_t)k * m + i] * b[k];
}

/* gradient = (-1 for every basic variable below zero) * B^-1. False if there is none: feasible. */
static bool differentiate(struct simplex *x)
{
    uint32_t m = x->rows;
    bool any = false;
    memset(x->gradient, 0, m * sizeof *x->gradient);
    for (uint32_t i = 0; i < m; i++)
        if (x->at[i] < -SMALL) {
            any = true;
            for (uint32_t k = 0; k < m; k++)
                x->gradient[k] -= x->inverse[(size_t)k * m + i];
        }
    return any;
}

/* The column with the steepest descent, or the first one if `first` (against cycling). */
static uint32_t price(const struct simplex *x, bool first)
{
    uint32_t best = UINT32_MAX;
    double most = PIVOT;
    for (uint32_t j = 0; j < x->columns; j++) {
        if (x->basic[j])
            continue;
        double d = 0;
        for (uint32_t k = x->start.data[j]; k < x->start.data[j + 1]; k++)
            d += x->gradient[x->row.data[k]] * x->value.data[k];
        if (d > most) {
            most = d;
            best = j;
            if (first)
                return best;
        }
    }
    for (uint32_t i = 0; i < x->rows; i++)
        if (!x->basic[x->columns + i] && -x->gradient[i] > most) {
            most = -x->gradient[i];
            best = x->columns + i;
            if (first)
                return best;
        }
    return best;
}

static void transform(struct simplex *x, uint32_t column)
{
    uint32_t m = x->rows;
    memset(x->entering, 0, m * sizeof *x->entering);
    uint32_t first = column < x->columns ? x->start.data[column] : 0;
    uint32_t size = column < x->columns ? x->start.data[column + 1] - first : 1;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t row = column < x->columns ? x->row.data[first + k] : column - x->columns;
        double v = column < x->columns ? x->value.data[first + k] : -1;
        const double *c = x->inverse + (size_t)row * m;
        for (uint32_t i = 0; i < m; i++)
            x->entering[i] += c[i] * v;
    }
    x->entered_count = 0;
    for (uint32_t i = 0; i < m; i++)
        if (fabs(x->entering[i]) > 1e-12)
            x->entered[x->entered_count++] = i;
}

/* The row that blocks first: a variable at or above zero falls to it, or one below rises to it. */
static uint32_t block(const struct simplex *x)
{
    uint32_t best = UINT32_MAX;
    double least = INFINITY, size = 0;
    for (uint32_t i = 0; i < x->rows; i++) {
        double a = x->entering[i], t;
        if (a > PIVOT && x->at[i] >= -SMALL)
            t = (x->at[i] > 0 ? x->at[i] : 0) / a;
        else if (a < -PIVOT && x->at[i] < -SMALL)
            t = x->at[i] / a;
        else
            continue;
        if (t < least - SMALL || (t < least + SMALL && fabs(a) > size)) {
            least = t < least ? t : least;
            size = fabs(a);
            best = i;
        }
    }
    return best;
}

static void pivot(struct simplex *x, uint32_t column, uint32_t row)
{
    uint32_t m = x->rows, n = 0;
    double p = x->entering[row], t = x->at[row] / p;
    for (uint32_t k = 0; k < m; k++)
        if (fabs(x->inverse[(size_t)k * m + row]) > 1e-12)
            x->crossed[n++] = k;
    for (uint32_t j = 0; j < n; j++) { /* both lists are short: B^-1 is sparse */
        double *c = x->inverse + (size_t)x->crossed[j] * m, f = c[row] / p;
        for (uint32_t e = 0; e < x->entered_count; e++)
            c[x->entered[e]] -= x->entering[x->entered[e]] * f;
        c[row] = f;
    }
    for (uint32_t e = 0; e < x->entered_count; e++)
        x->at[x->entered[e]] -= x->entering[x->entered[e]] * t;
    x->at[row] = t;
    x->basic[x->basis[row]] = false;
    x->basic[column] = true;
    x->basis[row] = column;
    x->pivots++;
}

enum simplex_answer simplex_solve(struct simplex *x, const double *b, double *multipliers)
{
    if (!x->ready || x->pivots > 20 * x->rows + 500)
        reset(x);
    place(x, b);
    uint32_t limit = 4 * x->rows + 200;
    for (uint32_t round = 0; round < limit; round++) {
        if (!differentiate(x))
            return SIMPLEX_YES;
        uint32_t column = price(x, round > limit / 2);
        if (column == UINT32_MAX) {
            memcpy(multipliers, x->gradient, x->rows * sizeof *multipliers);
            return SIMPLEX_NO;
        }
        transform(x, column);
        uint32_t row = block(x);
        if (row == UINT32_MAX) {
            x->ready = false;
            return SIMPLEX_TIRED;
        }
        pivot(x, column, row);
    }
    x->ready = false;
    return SIMPLEX_TIRED;
}
