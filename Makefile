# Tern. `make run` starts the demo, `make test` runs all tests, `make help` lists all targets.

PREFIX ?= /usr/local
DESTDIR ?=
# Directories of shell completions.
BASH_COMPLETIONS = $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS = $(PREFIX)/share/fish/vendor_completions.d
SWIFT ?= swift
VERSION = $(shell sed -n 's/^  static let version = "\(.*\)"$$/\1/p' Sources/App/tern/TernCommand.swift)
# The build directory of SwiftPM, relative to this directory.
SCRATCH ?= .build

# Duration and seed of `make fuzz`; the same seed generates the same files.
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= $(shell date +%s)

# Timeline lengths in posts and number of program starts for `make bench`.
BENCH_POSTS ?= 1000 100000
BENCH_ROUNDS ?= 15
# Archive sizes in tweets for `make bench-store`. A million need 5 GB of disk space while it runs.
BENCH_STORE_POSTS ?= 10000 100000 1000000

# Number of cached posts of the server account for `make bench-live`.
BENCH_LIVE_POSTS ?= 100000

# Length and seed of `make walk`. WALK_KEYS replays the keys printed by a failed walk instead.
WALK_STEPS ?= 100000
WALK_SEED ?= $(shell date +%s)
WALK_KEYS ?=
# The port of `make server` on localhost.
SERVER_PORT ?= 3000
export WALK_KEYS

# Warnings are errors with the supported compiler only; newer ones may have additional warnings.
WARNINGS = $(if $(findstring Swift version 6.3,$(shell $(SWIFT) --version 2>&1)),-Xswiftc -warnings-as-errors)
# Common flags of all development builds, to avoid rebuilds. The check enforces the dependencies in Package.swift.
FLAGS = --scratch-path $(SCRATCH) --explicit-target-dependency-import-check error
DEBUG = $(FLAGS) $(WARNINGS)
BUILD = $(SWIFT) build $(DEBUG)
# Stripped, without exported symbols, and with packed relative relocations (glibc 2.36), which save megabytes of memory
# and need lld.
SMALL = -Xswiftc -use-ld=lld -Xlinker -s -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
# Loads libraries from the system's folders only, and binds all symbols at the start, so that RELRO makes them read-only.
SAFE = --disable-local-rpath -Xlinker -z -Xlinker now
# Benchmarks are a package of their own.
BENCHMARKS = --package-path Benchmarks --scratch-path $(SCRATCH)/benchmarks
RELEASE = $(SWIFT) build $(FLAGS) --configuration release --static-swift-stdlib $(SMALL) $(SAFE) --product
TESTS = $(SCRATCH)/debug/ternPackageTests.xctest
UNICODE = /usr/share/unicode/EastAsianWidth.txt=unicode-data
# mastodon_mock, a third-party server with Mastodon's API, in a virtual environment of Python.
PYTHON = python3:ensurepip=python3-venv
SERVER = $(SCRATCH)/mastodon_mock
FORMATTED = Benchmarks Sources Tests Package.swift

ci: WARNINGS = -Xswiftc -warnings-as-errors

.NOTPARALLEL:
.PHONY: help run test check soak fuzz widths walk bench bench-programs bench-test bench-update bench-live bench-live-update bench-typing bench-faults bench-store bench-store-update lint format build screens screens-update docs-update install uninstall deb dist test-install test-package ci clean deps deps-tests server

help: ## List all targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: deps ## Install dependencies, build, and start the demo
	$(BUILD) --product tern
	@$(SCRATCH)/debug/tern demo

test: deps-tests ## Install dependencies, build, and run all tests
	$(BUILD) --build-tests
	@Scripts/test $(TESTS)

check: deps-tests ## Lint, build, and run unit tests and golden screens; run it after each change
	$(MAKE) --no-print-directory lint
	$(BUILD) --build-tests
	@Scripts/test --quick $(TESTS)

soak: deps-tests ## Run the long tests: random walks, hundreds of terminals, killed imports
	$(BUILD) --build-tests
	@TERN_SOAK=1 Scripts/test --soak $(TESTS)

fuzz: deps ## Fuzz all file formats for FUZZ_SECONDS; failing files are kept
	$(BUILD) --product FuzzProgram
	Scripts/fuzz $(SCRATCH)/debug/FuzzProgram $(FUZZ_SECONDS) $(FUZZ_SEED) $(SCRATCH)/fuzz

walk: deps ## Press WALK_STEPS random keys; failures are reported with a minimal key sequence
	TERN_WALK_STEPS=$(WALK_STEPS) TERN_WALK_SEED=$(WALK_SEED) TERN_WALK_KEYS="$$WALK_KEYS" \
		$(SWIFT) test $(DEBUG) --filter '^WalkTests\.(Server)?WalkTests/'

widths: ## List texts whose width in the current terminal differs from the layout
	@Scripts/deps $(UNICODE)
	$(BUILD) --product WidthProgram
	@$(SCRATCH)/debug/WidthProgram

bench: deps ## Compare the release build with newsboat, tig, toot and tooi, if installed
	$(RELEASE) tern
	$(MAKE) --no-print-directory bench-programs
	@Scripts/bench $(SCRATCH)/release beside $(addprefix --posts ,$(BENCH_POSTS)) --rounds $(BENCH_ROUNDS)

bench-programs: deps
	$(SWIFT) build $(BENCHMARKS) --configuration release $(WARNINGS)
	@ln -sf $(CURDIR)/$(SCRATCH)/benchmarks/release/BareCurses $(CURDIR)/$(SCRATCH)/benchmarks/release/BenchProgram \
		$(SCRATCH)/release/

bench-test: deps-tests ## Build the benchmarks and run their tests
	$(BUILD) --product tern
	TERN="$(CURDIR)/$(SCRATCH)/debug/tern" $(SWIFT) test $(BENCHMARKS) $(WARNINGS)

bench-update: ## Run bench and update docs/benchmarks.md; best on an idle machine
	@mkdir -p $(SCRATCH)
	$(MAKE) --no-print-directory bench >$(SCRATCH)/bench.out
	@Scripts/put-tables bench $(SCRATCH)/bench.out docs/benchmarks.md

bench-typing: deps ## Measure typing in texts of several lengths
	$(RELEASE) tern
	$(MAKE) --no-print-directory bench-programs
	@Scripts/bench $(SCRATCH)/release typing

bench-faults: deps ## Count lost and duplicate posts after failures, compared with toot, tooi and mastui
	$(RELEASE) tern
	@for program in $(SCRATCH)/release/tern toot tooi mastui; do \
		! path=$$(command -v "$$program") || python3 Benchmarks/Scripts/Faults/faults.py "$${program##*/}" "$$path"; \
	done

bench-live: deps ## Measure a server account with BENCH_LIVE_POSTS cached posts
	$(RELEASE) tern
	$(MAKE) --no-print-directory bench-programs
	@Scripts/bench $(SCRATCH)/release live --posts $(BENCH_LIVE_POSTS) --rounds $(BENCH_ROUNDS)

bench-live-update: ## Run bench-live and update docs/benchmarks.md
	@mkdir -p $(SCRATCH)
	$(MAKE) --no-print-directory bench-live >$(SCRATCH)/bench-live.out
	@Scripts/put-tables bench-live $(SCRATCH)/bench-live.out docs/benchmarks.md

bench-store: deps ## Measure import, reading and search of archives with BENCH_STORE_POSTS tweets
	$(RELEASE) tern
	$(MAKE) --no-print-directory bench-programs
	@Scripts/bench $(SCRATCH)/release store $(addprefix --posts ,$(BENCH_STORE_POSTS)) --rounds $(BENCH_ROUNDS)

bench-store-update: ## Run bench-store and update docs/benchmarks.md
	@mkdir -p $(SCRATCH)
	$(MAKE) --no-print-directory bench-store >$(SCRATCH)/bench-store.out
	@Scripts/put-tables bench-store $(SCRATCH)/bench-store.out docs/benchmarks.md

lint: ## Check the code format
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)

format: ## Format the code
	$(SWIFT) format format --in-place --recursive --parallel $(FORMATTED)

build: deps ## Build everything including tests; warnings are errors
	$(BUILD) --build-tests

screens: deps ## Render the README's pictures
	$(BUILD) --product tern
	Scripts/screens $(SCRATCH)/debug/tern Resources/Screens

screens-update: deps-tests ## Update the golden screens; review the diff
	TERN_UPDATE_SCREENS=1 $(SWIFT) test $(DEBUG) --filter '^ScreenTests\.'

docs-update: deps ## Generate docs/reference.md and the tables of the manual page
	TERN_UPDATE_DOCS=1 $(SWIFT) test $(DEBUG) --filter '^AssemblyTests\.ReferenceTests/'

server: deps ## Start a local Mastodon server (mastodon_mock) on SERVER_PORT
	@Scripts/deps $(PYTHON)
	@Scripts/mastodon_mock install $(SERVER)
	$(BUILD) --product tern
	@Scripts/mastodon_mock serve $(SERVER) $(SERVER_PORT) $(SCRATCH)/debug/tern

install: deps ## Install into PREFIX (/usr/local), below DESTDIR if set
	$(RELEASE) tern
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/tern/Demo" "$(DESTDIR)$(PREFIX)/share/man/man1" \
		"$(DESTDIR)$(BASH_COMPLETIONS)" "$(DESTDIR)$(ZSH_COMPLETIONS)" "$(DESTDIR)$(FISH_COMPLETIONS)"
	install -m 755 $(SCRATCH)/release/tern "$(DESTDIR)$(PREFIX)/bin/tern"
	install -m 644 Resources/Demo/*.json "$(DESTDIR)$(PREFIX)/share/tern/Demo"
	install -d "$(DESTDIR)$(PREFIX)/share/tern/Demo/media"
	install -m 644 Resources/Demo/media/* "$(DESTDIR)$(PREFIX)/share/tern/Demo/media"
	sed 's/@VERSION@/$(VERSION)/' Resources/man/tern.1 >"$(DESTDIR)$(PREFIX)/share/man/man1/tern.1"
	chmod 644 "$(DESTDIR)$(PREFIX)/share/man/man1/tern.1"
	Scripts/completions $(SCRATCH)/release/tern bash >"$(DESTDIR)$(BASH_COMPLETIONS)/tern"
	Scripts/completions $(SCRATCH)/release/tern zsh >"$(DESTDIR)$(ZSH_COMPLETIONS)/_tern"
	Scripts/completions $(SCRATCH)/release/tern fish >"$(DESTDIR)$(FISH_COMPLETIONS)/tern.fish"
	chmod 644 "$(DESTDIR)$(BASH_COMPLETIONS)/tern" "$(DESTDIR)$(ZSH_COMPLETIONS)/_tern" \
		"$(DESTDIR)$(FISH_COMPLETIONS)/tern.fish"

uninstall: ## Remove the installed files from PREFIX
	rm -rf "$(DESTDIR)$(PREFIX)/share/tern"
	rm -f "$(DESTDIR)$(PREFIX)/bin/tern" "$(DESTDIR)$(PREFIX)/share/man/man1/tern.1" "$(DESTDIR)$(BASH_COMPLETIONS)/tern" \
		"$(DESTDIR)$(ZSH_COMPLETIONS)/_tern" "$(DESTDIR)$(FISH_COMPLETIONS)/tern.fish"

deb: deps ## Build a Debian package in .build/package; it does not need Swift
	@rm -rf $(SCRATCH)/package/root
	$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR="$(CURDIR)/$(SCRATCH)/package/root" \
		ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions
	Scripts/package deb $(SCRATCH)/package/root $(SCRATCH)/package

dist: deps ## Build a tar archive in .build/package, for example for ~/.local
	@rm -rf $(SCRATCH)/package/tar
	$(MAKE) --no-print-directory install PREFIX=/tern-$(VERSION) DESTDIR="$(CURDIR)/$(SCRATCH)/package/tar"
	Scripts/package tar $(SCRATCH)/package/tar $(SCRATCH)/package

test-install: deps ## Install into a temporary directory and test the result
	Scripts/test-install

test-package: deps-tests ## Check that packages are reproducible, run lintian, and test in a minimal Debian
	Scripts/test-package

ci: lint build test bench-test soak test-install test-package ## Run all checks required before merging

clean: ## Remove all build products
	rm -rf $(SCRATCH)

deps:
	@Scripts/deps

deps-tests:
	@Scripts/deps /usr/bin/tmux=tmux openssl gzip $(UNICODE) /usr/share/terminfo/w/wy325=ncurses-term \
		/usr/share/i18n/charmaps/ISO-8859-1.gz=locales $(PYTHON) \
		zsh fish /usr/bin/dpkg-shlibdeps=dpkg-dev /usr/bin/lintian=lintian /usr/sbin/debootstrap=debootstrap
	@Scripts/mastodon_mock install $(SERVER)
