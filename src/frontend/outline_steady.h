/* Values that stay the same from one beginning of something in a function to the next one, for outlines: itself, or what lies in memory. */
#ifndef HEDDLE_FRONTEND_OUTLINE_STEADY_H
#define HEDDLE_FRONTEND_OUTLINE_STEADY_H

#include "frontend/put_before.h"

enum { MOST_LOADS = 3 };

/* A value that is the same from one beginning to the next: itself, or what is loaded from so many bytes behind it, or from so many bytes behind that ... */
struct steady {
    LLVMValueRef value;
    uint32_t loads;
    int64_t offsets[MOST_LOADS]; /* the last load first */
    uint32_t relied;
    LLVMValueRef from[MOST_LOADS]; /* pointers: what lies there stays the same */
    LLVMOpcode conversion;         /* of the value, 0: none */
    LLVMTypeRef type;
};

/* used_in: where it is read. is_accessed: it is a pointer through which memory is accessed. */
bool steady_of(const struct front *f, const block_edges *begins, LLVMValueRef v, LLVMBasicBlockRef used_in, bool is_accessed,
               struct steady *out);
bool steady_same(const struct steady *a, const struct steady *b);

bool is_begin(const block_edges *begins, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

#endif
