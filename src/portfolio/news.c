#include "portfolio/news.h"

#include "base/log.h"
#include "base/process.h"
#include "portfolio/weaker.h"
#include "report/json.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

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
    struct text line = {0};
    bool here = !strcmp(l->news, "-");
    report_json_line(&line, c->report, decided);
    int fd = here ? STDOUT_FILENO : open(l->news, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || !write_all(fd, text_string(&line), line.size)) {
        log_warning("cannot write %s: %s", l->news, strerror(errno));
        l->news = NULL; /* once is enough */
    }
    if (fd >= 0 && !here)
        close(fd);
    text_free(&line);
}
