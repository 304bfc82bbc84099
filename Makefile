# Martlet: `make run` to try it, `make test` to check it, `make help` for the rest.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.SUFFIXES:

PREFIX ?= /usr/local
DESTDIR ?=
PYTHON ?= python3
SHARE = $(DESTDIR)$(PREFIX)/share
MANUALS = $(SHARE)/man/man1
BASH_COMPLETIONS = $(SHARE)/bash-completion/completions
ZSH_COMPLETIONS = $(SHARE)/zsh/site-functions
FISH_COMPLETIONS = $(SHARE)/fish/vendor_completions.d
# The seconds that `make fuzz` and `make fuzzers` run, and the seed of the first round.
SECONDS ?= 300
SEED ?= $(shell date +%s)

SWIFT := $(or $(shell command -v swift),$(wildcard /opt/swift/usr/bin/swift))
# Folders are listed too: deleting a file changes its folder.
SOURCES := $(shell find Sources Package.swift Scripts/link-flags Scripts/no-unwinding.ld Scripts/removable-functions Scripts/small-icu-data $(wildcard Package.resolved))
LINTED := Package.swift Sources Tests Examples/Library Examples/Store Examples/Trips
# Packages are built in separate folders, so that the command of `make build` stays as it is. LINK_FLAGS only
# changes how it is linked.
BUILD ?= .build
# The command of `make build` contains the system's libraries where it can; packages choose for themselves.
STATIC := $(if $(filter .build,$(BUILD)),static)
RELEASE := $(BUILD)/release/martlet
DEBUG := $(BUILD)/debug/martlet
# The command is built for the processor of this machine. With MARCH=x86-64 it also runs on older ones.
MARCH ?= $(shell Scripts/processor-level)
RELEASE_FLAGS := $(if $(MARCH),-Xcc -march=$(MARCH))
ifeq ($(shell uname),Linux)
# macOS has the Swift runtime in the system. A command at a fixed address needs no relocation, which takes
# a sixth of the start. The system's libraries are not searched beside the command, in 25 places.
RELEASE_FLAGS += --static-swift-stdlib --disable-local-rpath -Xswiftc -Xclang-linker -Xswiftc -no-pie
# The linker leaves out each function that nothing calls, also public ones of modules.
RELEASE_FLAGS += -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link
# Installed commands contain no debug information, and without it they are built faster.
RELEASE_FLAGS += -debug-info-format none
endif
# Tests record source lines themselves. Without debug information they build faster.
TEST_FLAGS := -debug-info-format none
# The library SwiftData needs swift-syntax. Its builds are separate, so that others never fetch it.
TRAIT_FLAGS := --traits SwiftData --scratch-path .build-swiftdata
# The modules that a program sees when it imports the library.
DOCUMENTED := Martlet Context Model Expressions Columns Storage
RELEASE_STAMP := $(BUILD)/martlet-release$(if $(MARCH),-$(MARCH)).stamp

.PHONY: help build build-debug run test test-swiftdata test-clients lint cross-check format documentation fuzz fuzzers sanitize campaign bench instructions install install-models install-kernel uninstall deb dist test-packages clean setup build-setup toolchain

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# A command without optimization is built in less than half of the time. After `make build` its command runs.
RUN := $(if $(wildcard $(RELEASE_STAMP)),build,build-debug)

run: $(RUN) ## Start the shell on the demo data; without a terminal, run the tour
	@command=$(if $(filter build,$(RUN)),$(RELEASE),$(DEBUG)); \
	if [ -t 0 ]; then exec $$command --demo; else exec $$command --demo -f Examples/tour.fetch; fi

build-debug: build-setup toolchain
	@$(SWIFT) build --product martlet $(TEST_FLAGS) >&2

build: $(RELEASE_STAMP) ## Build the release command at .build/release/martlet

$(RELEASE_STAMP): $(SOURCES) | build-setup toolchain
	@[ -e Package.resolved ] || $(SWIFT) package resolve --scratch-path $(BUILD) >&2
	@MARTLET_COMMIT=$$(git describe --always --dirty 2> /dev/null) \
	  MARTLET_SWIFT=$$($(SWIFT) --version 2> /dev/null | sed -n '1s/.*Swift version \([^ ]*\).*/\1/p') \
	  MARTLET_PACKAGES="$$(Scripts/package-versions)" \
	  MARTLET_LINKING="$$(RELEASE_FLAGS="$(RELEASE_FLAGS)" Scripts/link-flags "$(SWIFT)" "$(abspath $(BUILD))/linking" $(STATIC)) $(LINK_FLAGS)" \
	  $(SWIFT) build -c release --product martlet --scratch-path $(BUILD) $(RELEASE_FLAGS) >&2
	@rm -f $(BUILD)/martlet-release*.stamp
	@touch $@

test: lint ## Install what is missing, lint, build and run all tests
	@$(SWIFT) build --build-tests $(TEST_FLAGS) --explicit-target-dependency-import-check error
	@Scripts/run-tests $(SWIFT) test --skip-build
	@Scripts/test-clients
	@$(MAKE) --no-print-directory test-swiftdata

test-clients: setup toolchain ## Test the servers with clients of other projects
	@$(SWIFT) build --product martlet $(TEST_FLAGS)
	@Scripts/test-clients

test-swiftdata: export MARTLET_SWIFTDATA = 1
test-swiftdata: setup toolchain ## Build the library SwiftData, its tools and its example with the trait, and test them
	@$(SWIFT) build --build-tests $(TEST_FLAGS) $(TRAIT_FLAGS) --explicit-target-dependency-import-check error
	@Scripts/run-tests $(SWIFT) test --skip-build $(TRAIT_FLAGS)
	@SWIFT="$(SWIFT)" Scripts/swiftdata-symbols
	@if $(SWIFT) package show-dependencies | grep swift-syntax; then \
	  echo "error: without the trait SwiftData nothing may depend on swift-syntax" >&2; exit 1; fi

lint: setup toolchain ## Check the formatting, the style rules, the names and the wording
	@Scripts/check-portable
	@$(SWIFT) format lint --strict --parallel --recursive $(LINTED)
	@Scripts/check-type-names
	@Scripts/check-vocabulary

cross-check: toolchain ## Check the C code for Linux and macOS on arm64, as far as headers are installed
	@CLANG="$(or $(wildcard $(dir $(SWIFT))clang),clang)" Scripts/cross-check

format: toolchain ## Format all sources in place
	@$(SWIFT) format --in-place --parallel --recursive $(LINTED)

documentation: setup toolchain ## Build the library's DocC documentation in .build/documentation
	@mkdir -p .build/documentation
	@MARTLET_DOCUMENTATION=1 $(SWIFT) package $(TEST_FLAGS) --allow-writing-to-directory .build/documentation \
	  generate-documentation $(DOCUMENTED:%=--target %) --enable-experimental-combined-documentation \
	  --warnings-as-errors --output-path .build/documentation

fuzz: setup toolchain ## Try new random cases for a while (SECONDS=300, SEED=… to repeat a round)
	@$(SWIFT) build --build-tests $(TEST_FLAGS)
	@SWIFT="$(SWIFT)" Scripts/fuzz "$(SECONDS)" "$(SEED)"

# The readers, each a program, and again with the address sanitizer, which checks C code for undefined behaviour, too.
FUZZERS := .build-fuzzers/built
CHECKED_FUZZERS := .build-fuzzers-address/built

fuzzers: $(FUZZERS) $(CHECKED_FUZZERS) ## Give the readers inputs of libFuzzer for SECONDS=300
	@Scripts/fuzzers --seconds "$(SECONDS)"

# Of several -sanitize only the last one counts.
$(CHECKED_FUZZERS): FUZZER_FLAGS := -Xswiftc -sanitize=fuzzer,address \
  -Xcc -fsanitize=address,undefined -Xcc -fno-sanitize-recover=undefined
# Each file in Tests/Fuzzers is a program. Only -enable-testing lets the programs use internal types of the modules.
$(FUZZERS) $(CHECKED_FUZZERS): $(SOURCES) $(wildcard Tests/Fuzzers/*.swift) | setup toolchain
	@for reader in $(basename $(notdir $(wildcard Tests/Fuzzers/*.swift))); do \
	  MARTLET_FUZZERS=1 $(SWIFT) build -c release --product $${reader}Fuzzer --scratch-path $(@D) $(TEST_FLAGS) \
	    --sanitize=fuzzer $(FUZZER_FLAGS) -Xswiftc -enable-testing >&2 || exit 1; \
	done
	@touch $@

sanitize: setup toolchain ## Run the tests with the sanitizers of threads and of memory
	@for kind in thread memory; do SWIFT="$(SWIFT)" Scripts/sanitize $$kind || failed=1; done; [ -z "$$failed" ]

campaign: build $(FUZZERS) $(CHECKED_FUZZERS) ## Search for faults of every kind for SECONDS=300 and more, and print a table
	@$(SWIFT) build --build-tests $(TEST_FLAGS)
	@SWIFT="$(SWIFT)" Scripts/campaign --martlet $(RELEASE) --seconds "$(SECONDS)"

bench: build ## Measure beside sqlite3 and DuckDB, or BASELINE=path of another build (N=10000000 for more)
	@Benchmarks/run.py --martlet $(RELEASE) $(if $(BASELINE),--baseline "$(BASELINE)") 10000 1000000 $(N)

instructions: build ## Count the instructions of statements, where valgrind is installed
	@Benchmarks/instructions.py --martlet $(RELEASE)

install: build ## Install command, manual and completions to PREFIX (/usr/local); DESTDIR is honoured
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -s -m 755 $(RELEASE) "$(DESTDIR)$(PREFIX)/bin/martlet"
	@install -d "$(MANUALS)" "$(BASH_COMPLETIONS)" "$(ZSH_COMPLETIONS)" "$(FISH_COMPLETIONS)"
	@$(RELEASE) --manual-page > "$(MANUALS)/martlet.1"
	@$(RELEASE) --completion-script bash > "$(BASH_COMPLETIONS)/martlet"
	@$(RELEASE) --completion-script zsh > "$(ZSH_COMPLETIONS)/_martlet"
	@$(RELEASE) --completion-script fish > "$(FISH_COMPLETIONS)/martlet.fish"
	@echo "installed $(DESTDIR)$(PREFIX)/bin/martlet"

install-models: setup toolchain ## Install martlet-models, which `martlet --models Models.swift` needs
	@$(SWIFT) build -c release --product martlet-models $(TRAIT_FLAGS) $(RELEASE_FLAGS) >&2
	@install -d "$(DESTDIR)$(PREFIX)/bin"
	@install -s -m 755 .build-swiftdata/release/martlet-models "$(DESTDIR)$(PREFIX)/bin/martlet-models"
	@echo "installed $(DESTDIR)$(PREFIX)/bin/martlet-models"

install-kernel: ## Install the Jupyter kernel for PYTHON (python3)
	@$(PYTHON) -m pip install -q Integrations/jupyter
	@$(PYTHON) -m martlet_kernel install

uninstall: ## Remove from PREFIX what `make install` put there
	@rm -f "$(DESTDIR)$(PREFIX)/bin/martlet" "$(DESTDIR)$(PREFIX)/bin/martlet-models" "$(MANUALS)/martlet.1" "$(BASH_COMPLETIONS)/martlet" \
	  "$(ZSH_COMPLETIONS)/_martlet" "$(FISH_COMPLETIONS)/martlet.fish"

deb: build-setup toolchain ## Build a Debian package in .build-deb
	@Packaging/deb

dist: build-setup toolchain ## Build a tarball that runs on any Linux with glibc 2.31 or later, in .build-dist
	@SWIFT="$(SWIFT)" Packaging/dist

test-packages: deb dist ## Install and run both packages in clean Debian systems
	@Packaging/test

clean: ## Remove everything that was built
	@rm -rf .build .build-swiftdata .build-fuzzers .build-fuzzers-address .build-sanitized-* .build-deb .build-dist .build-systems

setup:
	@Scripts/setup

build-setup:
	@Scripts/setup build

toolchain:
	@if [ -z "$(SWIFT)" ]; then \
	  echo "make: no swift on the path nor in /opt/swift/usr/bin;" \
	    "install a toolchain (6.2 or later) from https://www.swift.org/install, or" \
	    "Xcode on macOS" >&2; \
	  exit 1; \
	fi
