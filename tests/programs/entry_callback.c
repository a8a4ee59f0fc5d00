/* heddle: race=UNKNOWN; engines: explore wide auto; options: --undefined=assume --entry run */
/* A function that an entry is given may do anything. */
void run(void (*callback)(int)) { callback(1); }
