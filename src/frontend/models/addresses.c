/* The addresses that a name has (getaddrinfo): a list in memory that the program frees. How many there are and which, the network knows: up to two can be looked at, and if there are more,
 * where the second one leads is not modelled. */
#include "allocation.h"
#include "errors.h"
#include "heddle.h"

enum {
    UNSPECIFIED = 0,
    IPV4 = 2,
    IPV6 = 10,
    WANTS_NAME = 2,
    IS_NUMBER = 4,
    LONGEST_NAME = 16,
    ANY_NUMBER = 3,
    TRY_AGAIN = -3 /* EAI_AGAIN */
};

struct address { /* struct sockaddr_storage */
    unsigned short family;
    unsigned char bytes[126];
};

static unsigned length_of(int family) { return family == IPV4 ? 16 : 28; }

static void fill(struct address *a, int family)
{
    __heddle_havoc(a, sizeof *a, "an address in the network", NULL);
    a->family = (unsigned short)family;
}

static int some_family(void) { return __heddle_any_u8("of which kind an address in the network is") & 1 ? IPV4 : IPV6; }

static char *some_name(void)
{
    char *name = __heddle_alloc_any(LONGEST_NAME);
    __heddle_havoc(name, LONGEST_NAME, "a name in the network", NULL);
    name[LONGEST_NAME - 1] = 0;
    return name;
}

struct info { /* struct addrinfo */
    int flags, family, type, protocol;
    unsigned length;
    struct address *address;
    char *name;
    struct info *next;
};

struct found {
    struct info info;
    struct address address; /* glibc, too, allocates both together */
    _Bool there_are_more;   /* next leads to memory that is not modelled */
};

static struct info *new_info(const struct info *wanted, _Bool is_first)
{
    struct found *f = __heddle_alloc(sizeof *f);
    int type = wanted->type ? wanted->type : 1 + (int)(__heddle_any_u8("of which kind a connection is") % ANY_NUMBER);
    f->info.flags = wanted->flags;
    f->info.family = wanted->family ? wanted->family : some_family();
    f->info.type = type;
    f->info.protocol = wanted->protocol ? wanted->protocol : (int)__heddle_any_u8("the number of a protocol");
    f->info.length = length_of(f->info.family);
    f->info.address = &f->address;
    f->info.next = NULL;
    f->there_are_more = 0;
    f->info.name = is_first && wanted->flags & WANTS_NAME ? some_name() : NULL;
    fill(&f->address, f->info.family);
    return &f->info;
}

#define how_many "how many addresses there are"

/* That a name has one is always possible where a kind of connection is asked for. */
static _Bool there_is_another(void)
{
    if (!__heddle_nondet_bool())
        return 0;
    __heddle_approximate(how_many);
    return 1;
}

static void add_to(struct info *first, const struct info *wanted)
{
    struct found *second = (struct found *)new_info(wanted, 0);
    first->next = &second->info;
    second->there_are_more = __heddle_any_u8(how_many) & 1;
    if (second->there_are_more)
        __heddle_havoc(&second->info.next, sizeof second->info.next, how_many, NULL);
}

int __heddle_library_code(int failed, const char *what);

/* Who does may always be told that nobody answers. */
static _Bool asks_network(const char *host, int flags) { return !(flags & IS_NUMBER) && *host > ':'; /* "::1", "127.0.0.1" */ }

MODEL int getaddrinfo(const char *host, const char *service, const struct info *hints, struct info **list)
{
    struct info wanted = {0, UNSPECIFIED, 0, 0, 0, NULL, NULL, NULL};
    if (host)
        __heddle_reads_text(host, __SIZE_MAX__);
    if (service)
        __heddle_reads_text(service, __SIZE_MAX__);
    if (hints) {
        __heddle_reads(hints, sizeof *hints);
        wanted.flags = hints->flags;
        wanted.family = hints->family;
        wanted.type = hints->type;
        wanted.protocol = hints->protocol;
    }
    _Bool is_known = wanted.family == UNSPECIFIED || wanted.family == IPV4 || wanted.family == IPV6;
    if (host && asks_network(host, wanted.flags) && __heddle_nondet_bool())
        return TRY_AGAIN;
    if (!is_known || (!host && !service) || __heddle_nondet_bool())
        return __heddle_library_code(1, "what 'getaddrinfo' gives");
    struct info *first = new_info(&wanted, 1);
    if (wanted.type ? there_is_another() : __heddle_any_u8(how_many) & 1)
        add_to(first, &wanted);
    *list = first;
    return 0;
}

/* Any part of a list may be given. */
MODEL void freeaddrinfo(struct info *list)
{
    while (list) {
        struct found *f = (struct found *)list;
        list = f->there_are_more ? NULL : f->info.next;
        if (f->info.name)
            __heddle_free(f->info.name);
        __heddle_free(f);
    }
}
