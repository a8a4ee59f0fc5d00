/* SHA-256 (FIPS 180-4): names the contents of files in witnesses. */
#ifndef HEDDLE_BASE_SHA256_H
#define HEDDLE_BASE_SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 65 };
/* The hash as 64 hexadecimal digits and a NUL. */
void sha256_hex(const void *bytes, size_t size, char hex[SHA256_HEX]);

#endif
