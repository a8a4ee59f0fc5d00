/* Constants that the front end sets by --memory-model. */
#include "weak_memory.h"

MODEL const int __heddle_store_buffers = 0;
MODEL const int __heddle_weaker_orders = 0;
