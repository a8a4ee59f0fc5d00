/* heddle: race=UNKNOWN; engines: explore wide auto; options: --undefined=assume --entry run; reason: a function that an entry is given|calls of which nothing is known */
/* A function that an entry is given may do anything. */
void run(void (*callback)(int)) { callback(1); }
