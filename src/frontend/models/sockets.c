/* Sockets that tell an address: at most as many bytes of it as there is room for. What the address is, is any value. */
#include "errors.h"
#include "heddle.h"
#include "sockets.h"

enum { LONGEST_ADDRESS = 128 }; /* sizeof(struct sockaddr_storage) */

void __heddle_tell_address(void *address, unsigned *length)
{
    if (!address)
        return;
    size_t room = __builtin_elementwise_min(*length, (unsigned)LONGEST_ADDRESS);
    __heddle_writes(address, room);
    __heddle_havoc(address, room, "an address in the network", NULL);
    *length = __builtin_elementwise_min(__heddle_any_u32("how long an address in the network is"), (unsigned)LONGEST_ADDRESS);
}

MODEL int accept(int socket, void *address, unsigned *length)
{
    (void)socket;
    if (__heddle_nondet_bool())
        return __heddle_fails();
    __heddle_tell_address(address, length);
    return (int)(__heddle_any_u32("the number of a file") & 0x7fffffff);
}

MODEL int accept4(int socket, void *address, unsigned *length, int flags)
{
    (void)flags;
    return accept(socket, address, length);
}

static int told(void *address, unsigned *length)
{
    if (__heddle_nondet_bool())
        return __heddle_fails_by(E_NOBUFS);
    __heddle_tell_address(address, length);
    return 0;
}

MODEL int getsockname(int socket, void *address, unsigned *length)
{
    (void)socket;
    return told(address, length);
}

MODEL int getpeername(int socket, void *address, unsigned *length)
{
    (void)socket;
    return told(address, length);
}
