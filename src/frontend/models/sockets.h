/* Addresses in the network, as functions tell them that have heard from somebody. */
#ifndef HEDDLE_MODELS_SOCKETS_H
#define HEDDLE_MODELS_SOCKETS_H

void __heddle_tell_address(void *address,
                           unsigned *length); /* *length: how much room there is, then how long it is; address may be null */

#endif
