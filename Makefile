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

# Reports in HTML, in a browser (which is large: make check leaves these tests out where there is none, and says so).
check-html:
	@scripts/install-packages scripts/packages scripts/packages.test scripts/packages.html
	@scripts/build
	@ctest --test-dir build -R '^report/html' --output-on-failure

# Assertions on data structures; then the same with sanitizers.
debug:
	@scripts/build build-debug Debug
	@scripts/check build-debug

sanitize:
	@scripts/build build-sanitize Sanitize
	@scripts/check build-sanitize

# Each script bench/*/run* reproduces one table (see the README next to it); TASKS is a folder of inputs for those that need one.
TASKS ?=
bench: all
	@for run in bench/*/run bench/*/run.sh; do [ ! -x "$$run" ] || { echo "== $$run"; "$$run" $(TASKS) || exit 1; }; done

# A long run of the generators (FROM: the first seed); make check has a short one.
FROM ?= 100000
COUNT ?= 20000
fuzz: all
	@scripts/install-packages scripts/packages.test
	@build/tests/fuzz/fuzz --from $(FROM) --count $(COUNT) --seconds 3
	@build/tests/fuzz/forge tests/fuzz/forge --seed $(FROM) --count $(COUNT)
	@tests/fuzz/sequential.sh build/heddle build/tests/fuzz/generate $(FROM) $(COUNT)
	@tests/fuzz/sequential.sh build/heddle build/tests/fuzz/generate $(FROM) $(COUNT) csmith

install: all
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" >/dev/null

format:
	@scripts/install-packages scripts/packages.format
	@$(CLANG_FORMAT) -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build build-debug build-sanitize

.PHONY: all check check-html debug sanitize bench fuzz install format clean
