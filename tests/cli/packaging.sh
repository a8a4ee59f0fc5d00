# What is installed and who else speaks to heddle: packages, completions, editors. tests/cli/run has the words.
# shellcheck shell=sh disable=SC2154

missing() { command -v "$1" >/dev/null && return 1; echo "skipped: no $1"; }

# A package of what is built, in a copy of the tree; it runs from where it is unpacked.
test_deb() {
    missing dh && exit 77
    mkdir tree packages unpacked
    (cd "$root" && tar cf - debian CHANGELOG.md) | tar xf - -C tree
    (cd tree && BUILD=$(dirname "$heddle") DEB_FOLDER=../packages DEB_COMPRESSION=-Znone DEB_BUILD_OPTIONS=nostrip DEB_RULES_REQUIRES_ROOT=no debian/rules binary) >log 2>&1 ||
        { tail -n 20 log; fail "debian/rules binary"; }
    for package in packages/*.deb; do dpkg-deb -x "$package" unpacked || fail "no package"; done
    for file in usr/bin/heddle usr/share/man/man1/heddle-verify.1.gz usr/share/bash-completion/completions/heddle usr/share/zsh/vendor-completions/_heddle \
        usr/share/fish/vendor_completions.d/heddle.fish usr/include/heddle.h usr/lib/*/libheddle.so.1 usr/lib/*/libheddle.a usr/share/doc/heddle/copyright usr/share/doc/heddle/changelog.gz; do
        # shellcheck disable=SC2086
        [ -s unpacked/$file ] || { find unpacked | head -n 80; fail "no $file"; }
    done
    dpkg-deb -f packages/heddle_*.deb Depends >depends
    says depends 'clang-19.*'
    heddle=$PWD/unpacked/usr/bin/heddle
    decides FALSE 1 verify --sarif=found.sarif "$root/examples/lost_update.c"
    sed -n 's/.*"\(informationUri\|helpUri\)":[[:space:]]*"file:\/\/\(.*\)".*/\2/p' found.sarif >linked
    says linked '/unpacked/usr/share/doc/heddle/docs/reports.md$'
    while read -r page; do [ -s "$page" ] || fail "SARIF names $page"; done <linked
}
# What needs to be installed is written down three times, for three readers.
test_dependencies_agree() {
    for package in $(sed 's/#.*//' "$root/scripts/packages"); do
        case $package in make | gcc | libc6-dev) continue ;; esac # these are build-essential
        grep -q "^Build-Depends:.* $package\(,\|$\)" "$root/debian/control" || fail "debian/control does not name $package"
    done
}
test_version_in_one_place() {
    run_heddle --version
    version=$(cat out)
    date=$(sed -n 's/^#define HEDDLE_DATE "\(.*\)"/\1/p' "$root/src/base/options.h")
    grep '^## ' "$root/CHANGELOG.md" | head -n 1 >top
    says top "^## $version \($date\)$"
    head -n 1 "$root/debian/changelog" >top
    says top "^heddle \($version-[0-9]+\)"
    run_heddle verify --generate man
    says out "^\.TH HEDDLE.*\"$date\" \"heddle $version\""
    says out '^\.SH EXAMPLES'
}
# The page of every command has a date and an example that begins with heddle or make.
test_manual() {
    "$heddle" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >commands
    [ "$(wc -l <commands)" -gt 12 ] || fail "no list of commands"
    while read -r command; do
        "$heddle" "$command" --generate man >page || fail "no page of $command"
        says page '^\.TH [^ ]+ 1 "?[0-9]{4}-[0-9]{2}-[0-9]{2}'
        sed -n '/^\.SH EXAMPLES/,/^\.SH EXIT/p' page >examples
        says examples '^\.B (heddle|make) '
    done <commands
}
test_completion() {
    for shell in bash zsh fish; do
        run_heddle --generate $shell
        expect_status 0
        mv out heddle.$shell
        if ! missing $shell; then $shell -n heddle.$shell || fail "not $shell"; fi
    done
    cat >ask <<'END'
. ./heddle.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_heddle
echo "${COMPREPLY[*]}"
END
    offers() { wanted=$1; shift; reply=$(bash ./ask heddle "$@"); [ "$reply" = "$wanted" ] || fail "'$*' offers '$reply', not '$wanted'"; }
    offers --timeout verify --tim
    offers 'reach race' verify --property = r
    offers reach,race verify --property = reach,ra
    offers 'auto always never' verify --color =
    offers 'predicate progress' verify --engine = pr
    offers verify ver
    if ! missing fish; then
        fish --no-config -c 'source heddle.fish; complete -C "heddle verify --property=ra"; complete -C "heddle ci --jun"' >reply
        says reply '^--property=race'
        says reply '^--junit'
    fi
}
test_lsp() {
    missing python3 && exit 77
    python3 "$root/tests/cli/lsp_client.py" "$heddle" || fail "as an editor"
    echo hello >hello
    "$heddle" lsp <hello >out 2>err
    [ $? = 65 ] || fail "what is no message"
    says err 'speaks the Language Server Protocol'
    refuses 64 'takes no files' lsp x.c
}
# Real editors, if they are there.
test_lsp_eglot() {
    missing emacs && exit 77
    emacs --batch --eval "(kill-emacs (if (require 'eglot nil t) 0 1))" >log 2>&1 || { echo "skipped: no eglot"; exit 77; }
    cp "$root/examples/lost_update.c" .
    HEDDLE=$heddle FILE=$PWD/lost_update.c timeout 150 emacs --batch -l "$root/tests/cli/eglot.el" >out 2>err || { cat err; fail "as Emacs"; }
    says out "^41: heddle .reach.: assertion 'balance == 20'"
    says out '^protected by `lock`'
    says out '^mended$'
}
test_lsp_neovim() {
    missing nvim && exit 77
    cp "$root/tests/programs/deadlock_abba.c" x.c
    cat >check.lua <<'END'
local id = vim.lsp.start_client({ name = "heddle", cmd = { vim.env.HEDDLE, "lsp" }, root_dir = vim.fn.getcwd() })
vim.cmd("edit x.c")
local buf = vim.api.nvim_get_current_buf()
vim.lsp.buf_attach_client(buf, id)
local function places(d) return #(d.user_data.lsp.relatedInformation or {}) end
local function found() -- its schedule comes after it; on a busy machine it may be open at first
  for _, d in ipairs(vim.diagnostic.get(buf)) do
    if d.severity == 1 and places(d) > 2 then return d end
  end
end
local ok = vim.wait(60000, found, 50)
local d = found()
if d then io.stdout:write(string.format("x.c:%d: [%s] %s, %d places\n", d.lnum + 1, d.source or "", d.message, places(d))) end
vim.lsp.get_client_by_id(id).stop()
vim.wait(5000, function() return vim.lsp.client_is_stopped(id) end, 50)
vim.cmd(ok and "qall!" or "cquit 1")
END
    HOME=$PWD HEDDLE=$heddle timeout 100 nvim --headless --clean -n -c 'luafile check.lua' >out 2>err || { cat out err; fail "neovim"; }
    says out '^x.c:12: \[heddle\] deadlock, [0-9]+ places$'
}

# The library as it is installed: shared and static, and no symbol but those of its header.
test_library() {
    DESTDIR=$PWD/d cmake --install "$(dirname "$heddle")" --prefix /usr >/dev/null || fail "cmake --install"
    flags="-I$PWD/d/usr/include -L$PWD/d/usr/lib -lheddle"
    if ! missing pkg-config; then
        flags=$(PKG_CONFIG_PATH=$PWD/d/usr/lib/pkgconfig pkg-config --cflags --libs libheddle) || fail "pkg-config"
        PKG_CONFIG_PATH=$PWD/d/usr/lib/pkgconfig pkg-config --exists "libheddle >= $("$heddle" --version)" || fail "the version of libheddle.pc"
    fi
    nm -D --defined-only d/usr/lib/libheddle.so.1 | sed 's/.* //; s/@@HEDDLE_1[.0-9]*$//' | grep -v '^HEDDLE_1[.0-9]*$' | sort >symbols
    grep -o '\bheddle_[a-z_]*(' d/usr/include/heddle.h | tr -d '(' | grep -v callback | sort -u | diff - symbols || fail "the header and the symbols"
    # shellcheck disable=SC2086
    gcc -std=c11 -Wall -Wextra -Werror -o use "$root/tests/cli/library_use.c" $flags -pthread || fail "does not compile"
    gcc -std=c11 -o use_static "$root/tests/cli/library_use.c" -Id/usr/include d/usr/lib/libheddle.a -lcjson -pthread || fail "static"
    gcc -std=c11 -Wall -Wextra -Werror -o races "$root/contrib/library/races.c" $flags || fail "the example does not compile"
    LD_LIBRARY_PATH=$PWD/d/usr/lib
    HEDDLE=$heddle
    export LD_LIBRARY_PATH HEDDLE
    for program in ./use ./use_static; do timeout 100 $program >out 2>&1 || { cat out; fail "$program"; }; done
    ./races "$root/examples/lost_update.c" >out || { cat out; fail "the example"; }
    says out "no race on 'balance'"
    gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -o elsewhere "$root/contrib/library/elsewhere.c" $flags || fail "the second example does not compile"
    "$heddle" verify --json=- --words "$root/examples/lost_update.c" >report 2>messages
    ./elsewhere $? report messages >out
    says out '^FALSE: 0 proved, 1 violated, 0 open$'
    says out 'note: main finds balance = '
    ! ls "${TMPDIR:-/tmp}"/heddle-??????.c 2>/dev/null | grep -q . || echo "copies of somebody are left"
}

# The tutorial: its files are those in its code, its commands run, and each line below a command is printed.
test_tutorial() {
    mkdir bin
    ln -s "$heddle" bin/heddle
    PATH=$PWD/bin:$PATH
    export PATH
    awk '/^```[a-z]+ [a-z.]+$/ { file = $2; next } /^```/ { close(file); file = ""; next } file { print > file }' "$root/docs/tutorial.md"
    [ -s counter.c ] && [ -s heddle.yml ] || fail "no files in the tutorial"
    awk '/^```/ { fenced = !fenced } !fenced && /^    / { print substr($0, 5) }' "$root/docs/tutorial.md" >lines
    [ "$(grep -c '^[$] heddle' lines)" -ge 10 ] || fail "hardly any commands"
    HEDDLE_CACHE=none
    export HEDDLE_CACHE
    while IFS= read -r line; do
        case $line in
            '$ '*) command=${line#??}
                sh -c "$command" >out 2>err </dev/null ;;
            *) grep -qxF -e "$line" out || { cat out err; fail "'$command' does not say '$line'"; } ;;
        esac
    done <lines
}
# The library's interface: what a program was compiled against stays as it is. After something was added on purpose:
#     abidw --no-corpus-path --no-comp-dir-path --headers-dir include --out-file src/library/libheddle.abi LIBRARY
test_abi() {
    missing abidw && exit 77
    gcc -std=c11 -D_GNU_SOURCE -g -shared -fPIC -I"$root/include" -I"$root/src" -DLIBRARY_VERSION='"0"' -Wl,--version-script="$root/src/library/heddle.map" \
        -Wl,-soname,libheddle.so.1 -o libheddle.so.1 "$root"/src/library/*.c -lcjson || fail "does not compile"
    abidiff --headers-dir2 "$root/include" "$root/src/library/libheddle.abi" libheddle.so.1 >diff || { head -n 40 diff; fail "the interface is not as src/library/libheddle.abi says"; }
}
# Every page of a property: the first program on it is violated as the page says, the second one is proved.
# Every reason of the table is on the page about messages, in the words that are printed.
test_pages_of_messages() {
    sed -n 's/^\(REASON\|METHOD\)([A-Z_]*, "\([^"]*\)".*/\2/p' "$root/src/program/reasons.def" >words
    [ "$(wc -l <words)" -gt 60 ] || fail "$(wc -l <words) reasons were found: this test does not work"
    sed 's/\$[a-z]*/\n/g' words | sed 's/^ *//; s/ *$//' | grep -v '^$' | while read -r part; do
        grep -qF -e "$part" "$root/docs/messages.md" || echo "docs/messages.md does not say '$part'"
    done >missing
    [ ! -s missing ] || fail "$(cat missing)"
}
test_pages_of_properties() {
    for name in $("$heddle" verify --help | sed -n 's/.*--property=\([a-z|]*\).*/\1/p' | head -n 1 | tr '|' ' '); do
        page=$root/docs/properties/$name.md
        [ -e "$page" ] || fail "no page about $name"
        awk '/^```c/ { n++; on = 1; next } /^```/ { on = 0 } on && n == 1' "$page" >"$name.c"
        awk '/^```c/ { n++; on = 1; next } /^```/ { on = 0 } on && n == 2' "$page" >mended.c
        decides FALSE 1 verify --property="$name" --schedule=list "$name.c"
        line=$(grep -m 1 ' error: ' out)
        grep -qF -e "$line" "$page" || fail "docs/properties/$name.md does not say '$line'"
        decides TRUE 0 verify --property="$name" --timeout=60 mended.c
    done
}
