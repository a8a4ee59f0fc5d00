# Thin: CMake does the building, CTest the testing. "make" builds into build/.
PREFIX ?= /usr/local
DESTDIR ?=
CLANG_FORMAT ?= clang-format-19

all:
	@scripts/install-packages
	@scripts/build

# Every test. The last line is "N passed, N failed".
check:
	@scripts/install-packages scripts/packages scripts/packages.test
	@scripts/build
	@scripts/check build

# Assertions on data structures; then the same with sanitizers.
debug:
	@scripts/build build-debug Debug
	@scripts/check build-debug

sanitize:
	@scripts/build build-sanitize Sanitize
	@scripts/check build-sanitize

# Each folder of bench/ that has a script "run" reproduces one table.
bench: all
	@for run in bench/*/run; do echo "== $$run"; "$$run" || exit 1; done

# A long run of the generators; make check has a short one.
fuzz: all
	@tests/fuzz/run long

install: all
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" >/dev/null

format:
	@$(CLANG_FORMAT) -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build build-debug build-sanitize

.PHONY: all check debug sanitize bench fuzz install format clean
