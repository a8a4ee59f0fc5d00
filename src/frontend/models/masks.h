/* Which signals threads block. */
#ifndef HEDDLE_MODELS_MASKS_H
#define HEDDLE_MODELS_MASKS_H

enum { MASKS_NONE, MASKS_FOLLOWED, MASKS_ANY }; /* as in frontend/front.h */
enum mask_change { MASK_BLOCK, MASK_UNBLOCK, MASK_SET, MASK_SAME };
enum { NEVER_BLOCKED = 1 << (9 - 1) | 1 << (19 - 1) }; /* SIGKILL and SIGSTOP */

extern const int __heddle_masks; /* whether they are followed */

unsigned long long __heddle_block(enum mask_change how, unsigned long long set); /* returns what was blocked before */

#endif
