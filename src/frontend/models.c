/* Embeds the compiled models. The build defines MODELS32 and MODELS64 as the paths of the two bitcode files. */
#include "frontend/models.h"

#define EMBED(name, path)                                                                                                          \
    __asm__(".pushsection .rodata\n"                                                                                               \
            ".balign 16\n"                                                                                                         \
            ".globl " name "_begin\n" name "_begin:\n"                                                                             \
            ".incbin \"" path "\"\n"                                                                                               \
            ".globl " name "_end\n" name "_end:\n"                                                                                 \
            ".byte 0\n"                                                                                                            \
            ".popsection\n")

EMBED("models32", MODELS32);
EMBED("models64", MODELS64);
