# instrument.awk WITNESS.yml PROGRAM.c: the program with the witness's invariants as assertions and its ghost variables as variables.
# A ghost update happens in one step with its statement, which ends at the next semicolon. Assertions are left out where a second
# statement would change the meaning: within a line, and after a line that ends in a parenthesis or in else.
function value(line) { sub(/^[^:]*: /, "", line); gsub(/^"|"$/, "", line); return line }
FNR == NR {
    if (/^    - name:/) { name = value($0); ghosts[++ghost_count] = name }
    if (/^ +line:/) line = value($0) + 0
    if (/^ +column:/) column = value($0) + 0
    if (/- variable:/) variable = value($0)
    if (/^  - invariant:/) kind = "invariant"
    if (/^      type: "/) loop = value($0) == "loop_invariant"
    if (/ghost_updates:/) kind = "update"
    if (/^ +value:/ && kind == "update" && variable != "") {
        n = ++count[line]; at[line, n] = column; type[line, n] = "update"; what[line, n] = variable " = " value($0) ";"; variable = ""
    }
    if (/^      value:/ && kind == "invariant") {
        n = ++count[line]; at[line, n] = column; type[line, n] = loop ? "loop" : "invariant"; what[line, n] = value($0)
    }
    next
}
FNR == 1 {
    print "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);"
    for (i = 1; i <= ghost_count; i++) print "int " ghosts[i] ";"
}
{
    text = $0
    # several at one column: assertions go first; from the right to the left, so that columns stay
    for (c = length(text); c >= 1; c--) {
        before = ""; inside = ""; head = ""
        for (i = 1; i <= count[FNR]; i++)
            if (at[FNR, i] == c) {
                if (type[FNR, i] == "invariant" && (substr(text, 1, c - 1) !~ /^[ \t]*$/ || last ~ /(\)|else)[ \t]*$/)) continue
                claim = "__VERIFIER_atomic_begin(); if (!(" what[FNR, i] ")) reach_error(); __VERIFIER_atomic_end(); "
                if (type[FNR, i] == "invariant") before = before claim
                else if (type[FNR, i] == "loop") head = head "({ " claim "0; }), " # each time around
                else inside = inside what[FNR, i]
            }
        rest = substr(text, c)
        if (head != "") {
            end = index(rest, "(")
            rest = substr(rest, 1, end) head substr(rest, end + 1)
        }
        if (inside != "") {
            end = index(rest, ";")
            rest = "__VERIFIER_atomic_begin(); " substr(rest, 1, end) " " inside " __VERIFIER_atomic_end();" substr(rest, end + 1)
        }
        text = substr(text, 1, c - 1) before rest
    }
    print text
    if ($0 !~ /^[ \t]*$/) last = $0
}
