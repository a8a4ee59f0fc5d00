#include "portfolio/news.h"

#include "base/log.h"
#include "base/process.h"
#include "portfolio/weaker.h"
#include "report/json.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool news_write(const char *file, const struct report *r, const struct report_check *checks, uint32_t count)
{
    struct text lines = {0};
    bool here = !strcmp(file, "-");
    for (uint32_t k = 0; k < count; k++)
        report_json_line(&lines, r, &checks[k]);
    int fd = here ? STDOUT_FILENO : open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool written = fd >= 0 && write_all(fd, text_string(&lines), lines.size);
    if (!written)
        log_warning("cannot write %s: %s", file, strerror(errno));
    if (fd >= 0 && !here)
        close(fd);
    text_free(&lines);
    return written;
}

/* Whether it may turn out later that a proof is not all there is to say. */
static bool may_be_taken_back(struct pipeline *l)
{
    bool races = false;
    return l->original->uncovered.size || weaker_orders_objection(l, &races) || races;
}

void news_tell(struct contest *c, const struct report_check *decided)
{
    struct pipeline *l = c->pipeline;
    assert(decided->answer != REPORT_OPEN);
    if (!l->news || l->is_fine || (decided->answer == REPORT_PROVED && may_be_taken_back(l)))
        return;
    if (!news_write(l->news, c->report, decided, 1))
        l->news = NULL; /* once is enough */
}
