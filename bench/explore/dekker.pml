/* Dekker's algorithm for N threads, as Dijkstra gave it (1965). */
byte b[N] = 1, c[N] = 1, k, inside;
active [N] proctype thread()
{
    byte j;
L0: b[_pid] = 0;
L1: if
    :: k != _pid
    :: k == _pid -> goto L4
    fi;
    c[_pid] = 1;
    if
    :: d_step { b[k] != 0 -> k = _pid } goto L1
    :: b[k] == 0 -> goto L1
    fi;
L4: c[_pid] = 0;
L5: if
    :: d_step { j == N -> inside = inside + 1; j = 0 }
    :: d_step { j < N && (j == _pid || c[j] == 1) -> j = j + 1 } goto L5
    :: d_step { j < N && j != _pid && c[j] != 1 -> j = 0 } goto L1
    fi;
    d_step { assert(inside == 1); inside = 0; c[_pid] = 1 }
    b[_pid] = 1;
    goto L0
}
