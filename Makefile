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

# Suites and hard checks on a real Slurm, started for the tests (make check leaves these tests out where there is none, and says so).
check-slurm:
	@scripts/install-packages scripts/packages scripts/packages.test scripts/packages.slurm
	@scripts/build
	@ctest --test-dir build -R '^slurm/' --output-on-failure

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

# A long run of the generators (FROM: the first seed); make check has a short one. The second is the same with assertions on data structures.
FROM ?= 100000
COUNT ?= 20000
FUZZ = $(1)/tests/fuzz/fuzz --from $(FROM) --count $(COUNT) --seconds 3 --floor 75; \
	$(1)/tests/fuzz/forge tests/fuzz/forge --seed $(FROM) --count $(COUNT); \
	tests/fuzz/sequential.sh $(1)/heddle $(1)/tests/fuzz/generate $(FROM) $(COUNT); \
	tests/fuzz/sequential.sh $(1)/heddle $(1)/tests/fuzz/generate $(FROM) $(COUNT) layout; \
	tests/fuzz/sequential.sh $(1)/heddle $(1)/tests/fuzz/generate $(FROM) $(COUNT) csmith; \
	tests/fuzz/reality.sh $(1)/heddle $(1)/tests/fuzz/generate $(FROM) $(COUNT)
fuzz: all
	@scripts/install-packages scripts/packages.test
	@set -e; $(call FUZZ,build)

fuzz-debug:
	@scripts/install-packages scripts/packages scripts/packages.test
	@scripts/build build-debug Debug
	@set -e; $(call FUZZ,build-debug)

# Heddle against native runs of generated programs, alone.
fuzz-reality: all
	@scripts/install-packages scripts/packages.test
	@tests/fuzz/reality.sh build/heddle build/tests/fuzz/generate $(FROM) $(COUNT)

install: all
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" >/dev/null

# A Debian package, in build/packages.
deb: all
	@scripts/install-packages scripts/packages.deb
	@rm -rf build/packages && mkdir -p build/packages
	@DEB_RULES_REQUIRES_ROOT=no DEB_FOLDER=build/packages debian/rules binary >build/deb.log 2>&1 || { tail build/deb.log; exit 1; }
	@debian/rules clean >>build/deb.log 2>&1
	@lintian --allow-root --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning build/packages/*.deb
	@ls build/packages/*.deb

format:
	@scripts/install-packages scripts/packages.format
	@$(CLANG_FORMAT) -i $$(git ls-files 'src/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]' | grep -v /programs/)

clean:
	@rm -rf build build-debug build-sanitize

.PHONY: all check check-html check-slurm debug sanitize bench fuzz fuzz-debug fuzz-reality install deb format clean
