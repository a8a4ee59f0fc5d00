/* A lock of one bit around a shared counter; each thread first does up to 7 steps of its own. */
byte m, x, inside;
active [N] proctype thread()
{
    byte w, r;
L0: if
    :: d_step { w < 7 -> w = w + 1 } goto L0
    :: d_step { m == 0 -> m = 1 }
    fi;
    d_step { r = x; inside = inside + 1 }
    d_step { x = (r + 1) & 3; r = 0 }
    d_step { assert(inside == 1); m = 0; inside = 0; w = 0 }
    goto L0
}
