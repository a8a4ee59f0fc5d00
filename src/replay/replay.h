/* What the parts of the runtime share. */
#ifndef HEDDLE_REPLAY_H
#define HEDDLE_REPLAY_H

/* Called before every access that may be shared ('r', 'w') and every call or read-modify-write ('c'); with the address if it is
 * no call. */
void heddle_gate(int line, int column, int class, int part, void *address, int bytes);
void heddle_gate_again(void); /* the same call goes on */

unsigned long long heddle_input(void); /* the next one of this thread at the position of its last gate */
/* A lock is not free although its turn has come: the program has left the schedule, or the thread is behind its part of it. */
void heddle_blocked(const char *words) __attribute__((noreturn));
/* A thread waits in a call; returns if it need not be noted. Ends the process if this was the last of a deadlock. */
void heddle_waits(void);
void heddle_stay_if_over(void); /* does not return if the schedule has nothing more for this thread, not even an end */
int heddle_misuses(void);       /* whether this call is where the schedule has a lock misused */
/* A sanitizer has found something in this thread: the failure, if it is the thread and the place where the schedule ends. */
void heddle_seen(const char *words) __attribute__((noreturn));
void heddle_watch_memory(void); /* from now on AddressSanitizer's findings are noted, if the program was made with it */
void heddle_stop(int status, const char *words) __attribute__((noreturn));

#endif
