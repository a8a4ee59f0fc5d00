/* errno, one for each thread. */
#ifndef HEDDLE_MODELS_ERRORS_H
#define HEDDLE_MODELS_ERRORS_H

int __heddle_failed(int error); /* sets errno, returns -1 */

#endif
