/* Files that sets of epoll know. */
#ifndef HEDDLE_MODELS_EPOLL_H
#define HEDDLE_MODELS_EPOLL_H

extern unsigned __heddle_epoll_sets; /* 0 where there are none */
void __heddle_forget_closed(int file);
_Bool __heddle_duplicates_files(void); /* whether a file may have several numbers; a constant */

#endif
