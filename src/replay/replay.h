/* What the parts of the runtime share. */
#ifndef HEDDLE_REPLAY_H
#define HEDDLE_REPLAY_H

/* Called before every access that may be shared ('r', 'w', with the address of a load) and every call ('c'). */
void heddle_gate(int line, int column, int class, int part, void *address, int bytes);
void heddle_gate_again(void); /* the same call goes on */

unsigned long long heddle_input(void); /* the next one of this thread at the position of its last gate */
/* A lock is not free although its turn has come: the program has left the schedule, or the thread is behind its part of it. */
void heddle_blocked(const char *words) __attribute__((noreturn));
void heddle_stop(int status, const char *words) __attribute__((noreturn));

#endif
