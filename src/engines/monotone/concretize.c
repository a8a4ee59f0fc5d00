#include "engines/monotone/concretize.h"

#include "execute/guide.h"

bool concretize(struct shell *shell, uint32_t check, const run_steps *steps, uint64_t effort)
{
    assert(check < shell->program->checks.size);
    const struct program *p = shell->program;
    struct guide g;
    guide_init(&g, p);
    vector_each(const struct run_step *, step, steps)
        guide_mark(&g, step->code, step->edge);
    for (uint32_t t = 0; t < p->template_count; t++)
        for (uint32_t i = 0; (!steps->size || p->codes.data[t].instances == 1) && i < p->codes.data[t].edges.size; i++)
            guide_mark(&g, t, i);
    bool found = shell_hunt_for(shell, check, &g, effort);
    guide_free(&g);
    return found;
}
