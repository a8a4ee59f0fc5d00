/* heddle: reach=TRUE; engines: explore bounded */
/* Inline assembly of x86, one instruction after the other, as gcc and clang compile it. */
#include <assert.h>

static unsigned shared = 40;
static unsigned long words[4];

static unsigned add_and_fetch(unsigned *p, unsigned by)
{
    unsigned old = by;
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(old), "+m"(*p) : : "memory", "cc");
    return old + by;
}

static _Bool compare_and_set(unsigned *p, unsigned expected, unsigned wanted)
{
    unsigned char done;
    __asm__ volatile("lock cmpxchgl %3, %0; setz %1" : "+m"(*p), "=a"(done) : "a"(expected), "q"(wanted) : "memory", "cc");
    return done;
}

static unsigned compare_and_swap(unsigned *p, unsigned expected, unsigned wanted, _Bool *done)
{
    __asm__ volatile("lock; cmpxchgl %3, %0" : "+m"(*p), "=@ccz"(*done), "+a"(expected) : "r"(wanted) : "memory");
    return expected;
}

static int test_and_set_bit(long number, unsigned long *p)
{
    _Bool was;
    __asm__ volatile("lock; bts %2, %1" : "=@ccc"(was), "+m"(*p) : "r"(number) : "memory");
    return was;
}

static int test_and_reset_bit(int number, unsigned *p)
{
    int was;
    __asm__ volatile("lock; btrl %2, %1\n\tsbbl %0, %0" : "=r"(was), "+m"(*p) : "Ir"(number) : "memory");
    return was;
}

static void memory(void)
{
    _Bool done;
    unsigned seen;
    assert(add_and_fetch(&shared, 2) == 42 && shared == 42);
    assert(compare_and_set(&shared, 42, 7) && shared == 7);
    assert(!compare_and_set(&shared, 42, 8) && shared == 7);
    assert(compare_and_swap(&shared, 7, 9, &done) == 7 && done && shared == 9);
    assert(compare_and_swap(&shared, 7, 10, &done) == 9 && !done && shared == 9);
    seen = 5;
    __asm__ volatile("xchgl %0, %1" : "+r"(seen), "+m"(shared) : : "memory");
    assert(seen == 9 && shared == 5);
    __asm__ volatile("lock; incl %0" : "=m"(shared) : : "memory");
    __asm__ volatile("lock; addl %1, %0" : "=m"(shared) : "ir"(10) : "memory");
    __asm__ volatile("lock; orl %1, %0" : "+m"(shared) : "r"(0x100) : "memory");
    __asm__ volatile("lock; andl $0xfe, %0" : "+m"(shared) : : "memory");
    assert(shared == 0x10);
    __asm__ volatile("lock; decl %0; sete %1" : "+m"(shared), "=qm"(done) : : "memory");
    assert(shared == 0xf && !done);
    __asm__ volatile("lock subl %2, %0; setz %1" : "+m"(shared), "=qm"(done) : "r"(0xf) : "memory");
    assert(shared == 0 && done);
    __asm__ volatile("movl %1, %0" : "=m"(shared) : "r"(77) : "memory");
    __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(shared) : "memory");
    assert(seen == 77);
    __asm__ volatile("lock; decl (%0)" : : "r"(&shared) : "memory");
    assert(shared == 76);
    __asm__ volatile("" : "=g"(shared) : "0"(seen + 3));
    assert(shared == 80);
    __asm__ volatile("incl %0" : "+g"(shared));
    assert(shared == 81);
}

static void bits(void)
{
    unsigned word = 9, narrow = 0x1234;
    const long width = 8 * sizeof(long);
    unsigned char byte = 0x80;
    unsigned long found;
    assert(!test_and_set_bit(3, words) && words[0] == 8 && test_and_set_bit(3, words));
    assert(!test_and_set_bit(2 * width + 1, words) && words[2] == 2);
    assert(test_and_reset_bit(3, &word) == -1 && word == 1 && test_and_reset_bit(3, &word) == 0);
    __asm__("bswap %0" : "+r"(narrow));
    assert(narrow == 0x34120000);
    __asm__("rorw $8, %w0" : "+r"(narrow));
    __asm__("roll $4, %0" : "+r"(narrow));
    assert(narrow == 0x41200003);
    __asm__("shrl $1, %0; notl %0" : "+r"(narrow));
    assert(narrow == ~(0x41200003u >> 1));
    __asm__("negl %0" : "+r"(narrow));
    assert(narrow == (0x41200003u >> 1) + 1);
    __asm__("bsr %1, %0" : "=r"(found) : "r"(words[2]));
    assert(found == 1);
    __asm__("bsf %1, %0" : "=r"(found) : "rm"(0ul), "0"(99ul));
    assert(found == 99);
    __asm__("movzbl %1, %0" : "=r"(word) : "q"(byte));
    assert(word == 0x80);
    __asm__("movsbl %1, %0" : "=r"(word) : "m"(byte));
    assert(word == 0xffffff80);
}

static int compare(int a, int b)
{
    char less, below;
    __asm__("cmpl %3, %2; setl %0; setb %1" : "=&q"(less), "=&q"(below) : "r"(a), "r"(b));
    return less | below << 1;
}

static int most(int a, int b)
{
    __asm__("cmpl %1, %0; cmovl %1, %0" : "+&r"(a) : "r"(b));
    return a;
}

static void conditions(void)
{
    unsigned low = 0xffffffff, high = 1;
    assert(compare(1, 2) == 3 && compare(-1, 1) == 1 && compare(1, -1) == 2 && compare(5, 5) == 0);
    assert(compare(-2147483647 - 1, 1) == 1);
    assert(most(-3, 4) == 4 && most(4, -3) == 4);
    __asm__("addl $1, %0; adcl $2, %1" : "+&r"(low), "+&r"(high));
    assert(low == 0 && high == 4);
    __asm__("xorl %0, %0" : "=r"(low));
    assert(low == 0);
    __asm__ volatile("rep; nop" ::: "memory");
    __asm__ volatile("mfence; lfence; sfence; pause" ::: "memory");
}

int main(void)
{
    memory();
    bits();
    conditions();
    return 0;
}
