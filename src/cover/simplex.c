/* A z - s = b with slacks s >= 0, phase one alone: what the basic variables are below zero, summed up, is driven
 * down. (The textbook's composite method: Maros, "Computational Techniques of the Simplex Method", ch. 9.) The
 * multipliers are the gradient of that sum.
 *
 * Few rows matter. Only active ones are in the basis, whose inverse is a dense matrix; a row becomes active when a
 * solution of the others violates it. Multipliers of the active rows, with 0 for the others, are multipliers of all. */
#include "cover/simplex.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>

static const double SMALL = 1e-9, PIVOT = 1e-7, ZERO = 1e-12;
enum { ACTIVE_MAX = 1500 };

struct simplex {
    uint32_t rows, columns;
    VECTOR(uint32_t) start; /* of column j, in row and value */
    VECTOR(uint32_t) row;
    VECTOR(double) value;
    uint32_t *active;    /* by row: its number among the active ones, or NONE */
    uint32_t *row_of;    /* by active number */
    uint32_t size, room; /* active rows, and how many there is room for */
    double *inverse;     /* B^-1 by columns: column k starts at k * room */
    uint32_t *basis;     /* by active number: the column; columns + row is the row's slack */
    bool *basic;         /* by column, slacks included */
    double *at;          /* values of the basic variables */
    double *entering, *gradient;
    uint32_t *entered, *crossed; /* where `entering` and the pivot row are not 0 */
    uint32_t entered_count;
    double *sum; /* by row: A z */
    uint32_t pivots;
    bool ready;
};

static const uint32_t NONE = UINT32_MAX;

struct simplex *simplex_make(uint32_t rows)
{
    struct simplex *x = NEW(struct simplex);
    x->rows = rows;
    x->active = NEW_ARRAY(uint32_t, rows);
    x->sum = NEW_ARRAY(double, rows);
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
    mem_free(x->active);
    mem_free(x->row_of);
    mem_free(x->inverse);
    mem_free(x->basis);
    mem_free(x->basic);
    mem_free(x->at);
    mem_free(x->entering);
    mem_free(x->gradient);
    mem_free(x->entered);
    mem_free(x->crossed);
    mem_free(x->sum);
    mem_free(x);
}

void simplex_column(struct simplex *x, const uint32_t *rows, const double *values, uint32_t size)
{
    assert(rows && values);
    for (uint32_t i = 0; i < size; i++) {
        vector_push(&x->row, rows[i]);
        vector_push(&x->value, values[i]);
    }
    vector_push(&x->start, x->row.size);
    x->columns++;
}

static void reset(struct simplex *x)
{
    if (!x->basic)
        x->basic = NEW_ARRAY(bool, x->columns + x->rows);
    memset(x->basic, 0, (x->columns + x->rows) * sizeof *x->basic);
    for (uint32_t i = 0; i < x->rows; i++)
        x->active[i] = NONE;
    x->size = x->pivots = 0;
    x->ready = true;
}

static void make_room(struct simplex *x)
{
    uint32_t old = x->room;
    x->room = old ? 2 * old : 32;
    double *inverse = NEW_ARRAY(double, (size_t)x->room * x->room);
    for (uint32_t k = 0; k < old; k++)
        memcpy(inverse + (size_t)k * x->room, x->inverse + (size_t)k * old, old * sizeof *inverse);
    mem_free(x->inverse);
    x->inverse = inverse;
    x->row_of = mem_realloc(x->row_of, x->room * sizeof *x->row_of);
    x->basis = mem_realloc(x->basis, x->room * sizeof *x->basis);
    x->at = mem_realloc(x->at, x->room * sizeof *x->at);
    x->entering = mem_realloc(x->entering, x->room * sizeof *x->entering);
    x->gradient = mem_realloc(x->gradient, x->room * sizeof *x->gradient);
    x->entered = mem_realloc(x->entered, x->room * sizeof *x->entered);
    x->crossed = mem_realloc(x->crossed, x->room * sizeof *x->crossed);
}

static double *column_of(struct simplex *x, uint32_t k) { return x->inverse + (size_t)k * x->room; }

static double coefficient(const struct simplex *x, uint32_t column, uint32_t row)
{
    for (uint32_t k = x->start.data[column]; k < x->start.data[column + 1]; k++)
        if (x->row.data[k] == row)
            return x->value.data[k];
    return 0;
}

/* The row's slack becomes basic, with the value that it has. The new row of B^-1 is (its coefficients of the basic
 * variables) * B^-1, and -1. */
static void activate(struct simplex *x, uint32_t row, double slack)
{
    if (x->size == x->room)
        make_room(x);
    uint32_t n = x->size;
    for (uint32_t k = 0; k < n; k++)
        column_of(x, k)[n] = 0;
    for (uint32_t i = 0; i < n; i++) {
        double a = x->basis[i] < x->columns ? coefficient(x, x->basis[i], row) : 0;
        for (uint32_t k = 0; a != 0 && k < n; k++)
            column_of(x, k)[n] += a * column_of(x, k)[i];
    }
    memset(column_of(x, n), 0, (n + 1) * sizeof *x->inverse);
    column_of(x, n)[n] = -1;
    x->basis[n] = x->columns + row;
    x->basic[x->columns + row] = true;
    x->row_of[n] = row;
    x->active[row] = n;
    x->at[n] = slack;
    x->size++;
}

static void place(struct simplex *x, const double *b)
{
    if (x->size)
        memset(x->at, 0, x->size * sizeof *x->at);
    for (uint32_t k = 0; k < x->size; k++) {
        double v = b[x->row_of[k]];
        const double *c = column_of(x, k);
        for (uint32_t i = 0; v != 0 && i < x->size; i++)
            x->at[i] += c[i] * v;
    }
}

/* Activates the rows that the solution violates. False if there are none: it is a solution of all. */
static bool activate_violated(struct simplex *x, const double *b)
{
    memset(x->sum, 0, x->rows * sizeof *x->sum);
    for (uint32_t i = 0; i < x->size; i++)
        if (x->basis[i] < x->columns)
            for (uint32_t k = x->start.data[x->basis[i]]; k < x->start.data[x->basis[i] + 1]; k++)
                x->sum[x->row.data[k]] += x->value.data[k] * x->at[i];
    bool any = false;
    for (uint32_t row = 0; row < x->rows && x->size < ACTIVE_MAX; row++)
        if (x->active[row] == NONE && x->sum[row] < b[row] - 1e-6) {
            activate(x, row, x->sum[row] - b[row]);
            any = true;
        }
    return any;
}

/* gradient = (-1 for every basic variable below zero) * B^-1. False if there is none: feasible. */
static bool differentiate(struct simplex *x)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->size; i++)
        if (x->at[i] < -SMALL)
            x->entered[n++] = i;
    for (uint32_t k = 0; n && k < x->size; k++) {
        const double *c = column_of(x, k);
        double sum = 0;
        for (uint32_t i = 0; i < n; i++)
            sum -= c[x->entered[i]];
        x->gradient[k] = sum;
    }
    return n;
}

/* The column with the steepest descent, or the first one if `first` (against cycling). */
static uint32_t price(const struct simplex *x, bool first)
{
    uint32_t best = NONE;
    double most = PIVOT;
    for (uint32_t j = 0; j < x->columns; j++) {
        double d = 0;
        for (uint32_t k = x->start.data[j]; k < x->start.data[j + 1]; k++) {
            uint32_t a = x->active[x->row.data[k]];
            if (a != NONE)
                d += x->gradient[a] * x->value.data[k];
        }
        if (d > most && !x->basic[j]) {
            most = d;
            best = j;
            if (first)
                return best;
        }
    }
    for (uint32_t i = 0; i < x->size; i++)
        if (-x->gradient[i] > most && !x->basic[x->columns + x->row_of[i]]) {
            most = -x->gradient[i];
            best = x->columns + x->row_of[i];
            if (first)
                return best;
        }
    return best;
}

static void transform(struct simplex *x, uint32_t column)
{
    bool slack = column >= x->columns;
    memset(x->entering, 0, x->size * sizeof *x->entering);
    uint32_t first = slack ? 0 : x->start.data[column], last = slack ? 1 : x->start.data[column + 1];
    for (uint32_t k = first; k < last; k++) {
        uint32_t a = x->active[slack ? column - x->columns : x->row.data[k]];
        if (a == NONE)
            continue;
        double v = slack ? -1 : x->value.data[k];
        const double *c = column_of(x, a);
        for (uint32_t i = 0; i < x->size; i++)
            x->entering[i] += c[i] * v;
    }
    x->entered_count = 0;
    for (uint32_t i = 0; i < x->size; i++)
        if (fabs(x->entering[i]) > ZERO)
            x->entered[x->entered_count++] = i;
}

/* The row that blocks first: a variable at or above zero falls to it, or one below rises to it. */
static uint32_t block(const struct simplex *x)
{
    uint32_t best = NONE;
    double least = INFINITY, size = 0;
    for (uint32_t e = 0; e < x->entered_count; e++) {
        uint32_t i = x->entered[e];
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
    uint32_t n = 0;
    double p = x->entering[row], t = x->at[row] / p;
    for (uint32_t k = 0; k < x->size; k++)
        if (fabs(column_of(x, k)[row]) > ZERO)
            x->crossed[n++] = k;
    for (uint32_t j = 0; j < n; j++) { /* both lists are short: B^-1 is sparse */
        double *c = column_of(x, x->crossed[j]), f = c[row] / p;
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
    assert(b);
    if (!x->ready || x->pivots > 20 * x->size + 500)
        reset(x);
    place(x, b);
    for (uint32_t round = 0; round < 4 * x->size + 200; round++) {
        if (!differentiate(x)) {
            if (!activate_violated(x, b))
                return SIMPLEX_YES;
            continue;
        }
        uint32_t column = price(x, round > 2 * x->size + 100);
        if (column == NONE) {
            memset(multipliers, 0, x->rows * sizeof *multipliers);
            for (uint32_t i = 0; i < x->size; i++)
                multipliers[x->row_of[i]] = x->gradient[i];
            return SIMPLEX_NO;
        }
        transform(x, column);
        uint32_t row = block(x);
        if (row == NONE)
            break;
        pivot(x, column, row);
    }
    x->ready = false;
    return SIMPLEX_TIRED;
}
