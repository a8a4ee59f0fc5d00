/* A YAML file as a tree of nodes, read by libyaml. */
#ifndef HEDDLE_FILES_YAML_FILE_H
#define HEDDLE_FILES_YAML_FILE_H

#include "base/arena.h"

#include <stdbool.h>
#include <yaml.h>

struct yaml_file {
    const char *path;
    const char *folder; /* of the path; "" for the current one */
    yaml_document_t document;
    struct arena *words; /* of what is said and found */
    const char **error;  /* one line for the user, once something is wrong */
};

/* False: *error says why, and there is nothing to free. */
bool yaml_file_read(struct yaml_file *f, const char *path, const char **error, struct arena *words);
void yaml_file_free(struct yaml_file *f);

const yaml_node_t *yaml_root(struct yaml_file *f); /* NULL if the file is empty */
const yaml_node_t *yaml_node(struct yaml_file *f, int index);
const char *yaml_scalar(const yaml_node_t *n);                                                    /* NULL if it is none */
const yaml_node_t *yaml_lookup(struct yaml_file *f, const yaml_node_t *mapping, const char *key); /* NULL if it is not there */
/* Says what is wrong, with the line if a node is given. Returns false. */
bool yaml_fail(struct yaml_file *f, const yaml_node_t *at, const char *what);
/* A path that the file names, as it can be opened from here. */
const char *yaml_path(struct yaml_file *f, const char *name);

#endif
