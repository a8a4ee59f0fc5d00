/* The filter lock: Peterson's algorithm for N threads. */
byte level[N], last[N], inside;
#define low(k) (k == _pid || level[k] < l)
#if N == 2
#define free (low(0) && low(1))
#elif N == 3
#define free (low(0) && low(1) && low(2))
#elif N == 4
#define free (low(0) && low(1) && low(2) && low(3))
#elif N == 5
#define free (low(0) && low(1) && low(2) && low(3) && low(4))
#elif N == 6
#define free (low(0) && low(1) && low(2) && low(3) && low(4) && low(5))
#endif
#define pass (last[l] != _pid || free)
active [N] proctype thread()
{
    byte l = 1;
L0: level[_pid] = l;
    last[l] = _pid;
    if
    :: d_step { (l != N - 1 && pass) -> l = l + 1 } goto L0
    :: d_step { (l == N - 1 && pass) -> inside = inside + 1 }
    fi;
    d_step { assert(inside == 1); inside = 0; level[_pid] = 0; l = 1 }
    goto L0
}
