/* Files that heddle writes for the user. */
#include "base/output.h"
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/heddle-unit-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][400];
    static unsigned next;
    char *p = path[next++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

static int enter(void **state)
{
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) ? 0 : 1;
}

static int leave(void **state)
{
    (void)state;
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));)
        unlink(in_folder(e->d_name));
    closedir(d);
    return rmdir(folder);
}

static unsigned files_in_folder(void)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    while (readdir(d))
        n++;
    closedir(d);
    return n - 2;
}

static void put(const char *path, const char *words)
{
    struct text t = {0};
    text_append(&t, words);
    assert_true(output_possible(path));
    assert_true(output_write(&t, path));
    text_free(&t);
}

static void holds(const char *path, const char *words)
{
    struct text t = {0};
    assert_true(text_read_file(&t, path));
    assert_string_equal(text_string(&t), words);
    text_free(&t);
}

static void a_file_is_replaced_as_a_whole(void **state)
{
    (void)state;
    struct stat before, after;
    const char *path = in_folder("x");
    put(path, "one");
    assert_int_equal(stat(path, &before), 0);
    FILE *reader = fopen(path, "r"); /* who reads the old one goes on reading it */
    put(path, "two");
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino != after.st_ino);
    assert_int_equal(fgetc(reader), 'o');
    fclose(reader);
    holds(path, "two");
    assert_int_equal(files_in_folder(), 1);
}

static void links_stay(void **state)
{
    (void)state;
    put(in_folder("x"), "one");
    assert_int_equal(symlink("x", in_folder("link")), 0);
    assert_int_equal(symlink("nowhere", in_folder("loose")), 0);
    put(in_folder("link"), "two");
    put(in_folder("loose"), "three");
    holds(in_folder("x"), "two");
    holds(in_folder("nowhere"), "three");
    output_remove(in_folder("link"));
    assert_int_equal(files_in_folder(), 4);
    output_remove(in_folder("x"));
    assert_int_equal(files_in_folder(), 3);
}

static void a_fifo_without_reader_is_given_up(void **state)
{
    (void)state;
    struct text t = {0};
    struct stat status;
    const char *path = in_folder("fifo");
    text_append(&t, "words");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_true(output_possible(path));
    assert_false(output_write(&t, path)); /* after ten seconds */
    assert_int_equal(errno, ETIMEDOUT);
    output_remove(path);
    assert_true(stat(path, &status) == 0 && S_ISFIFO(status.st_mode));
    text_free(&t);
}

static void what_cannot_be_written(void **state)
{
    (void)state;
    struct text t = {0};
    assert_false(output_possible(folder));
    assert_int_equal(errno, EISDIR);
    assert_false(output_write(&t, folder));
    assert_false(output_possible(in_folder("nowhere/x")));
    assert_false(output_write(&t, in_folder("nowhere/x")));
    assert_int_equal(files_in_folder(), 0);
    text_free(&t);
}

static void names_of_one_file(void **state)
{
    (void)state;
    put(in_folder("x"), "one");
    put(in_folder("y"), "one");
    assert_int_equal(symlink("x", in_folder("link")), 0);
    assert_int_equal(link(in_folder("x"), in_folder("hard")), 0);
    assert_true(output_same_file(in_folder("x"), in_folder("link")));
    assert_true(output_same_file(in_folder("x"), in_folder("hard")));
    assert_false(output_same_file(in_folder("x"), in_folder("y")));
    assert_false(output_same_file(in_folder("x"), in_folder("new")));
    assert_true(output_same_file(in_folder("new"), in_folder("./new")));
    assert_false(output_same_file(in_folder("new"), in_folder("newer")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_is_replaced_as_a_whole, enter, leave),
        cmocka_unit_test_setup_teardown(links_stay, enter, leave),
        cmocka_unit_test_setup_teardown(a_fifo_without_reader_is_given_up, enter, leave),
        cmocka_unit_test_setup_teardown(what_cannot_be_written, enter, leave),
        cmocka_unit_test_setup_teardown(names_of_one_file, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
