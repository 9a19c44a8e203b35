# Tern. `make run` looks around in the demo, `make test` runs every test, `make help` names the rest.

PREFIX ?= /usr/local
DESTDIR ?=
# Where shells look for what they complete.
BASH_COMPLETIONS = $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS = $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS = $(PREFIX)/share/fish/vendor_completions.d
SWIFT ?= swift
VERSION = $(shell sed -n 's/^  static let version = "\(.*\)"$$/\1/p' Sources/tern/TernCommand.swift)
# Where SwiftPM builds; relative to this folder.
SCRATCH ?= .build

# How long `make fuzz` goes on, and from where: the same seed makes the same files.
FUZZ_SECONDS ?= 60
FUZZ_SEED ?= $(shell date +%s)

# How long the timelines of `make bench` are, in posts, and how often it starts each program.
BENCH_POSTS ?= 1000 100000
BENCH_ROUNDS ?= 15
# How long the archives of `make bench-store` are, in tweets. A million want 5 GB of disk for as long as it runs.
BENCH_STORE_POSTS ?= 10000 100000 1000000

# How many posts of a server's account are kept for `make bench-live`.
BENCH_LIVE_POSTS ?= 100000

# How far `make walk` goes, and from which seed on; WALK_KEYS takes one way instead, as a failing walk has printed it.
WALK_STEPS ?= 100000
WALK_SEED ?= $(shell date +%s)
WALK_KEYS ?=
# Where `make server` listens, on this machine alone.
SERVER_PORT ?= 3000
export WALK_KEYS

# A warning is an error with the compiler that Tern is written for: one to come may warn of what this one does not.
WARNINGS = $(if $(findstring Swift version 6.3,$(shell $(SWIFT) --version 2>&1)),-Xswiftc -warnings-as-errors)
# The same for all that is built for working on Tern, so that nothing is built twice. The check holds every target to
# what Package.swift says that it may import.
FLAGS = --scratch-path $(SCRATCH) --explicit-target-dependency-import-check error
DEBUG = $(FLAGS) $(WARNINGS)
BUILD = $(SWIFT) build $(DEBUG)
# Without the symbols, which nobody debugs in an installed program, and nothing for others to find in it. Where the system
# has put the program is noted in all places by a few pages of bits (glibc 2.36), not by millions of bytes that stay in
# memory: Swift's own linker can do that.
SMALL = -Xswiftc -use-ld=lld -Xlinker -s -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
RELEASE = $(SWIFT) build $(FLAGS) --configuration release --static-swift-stdlib $(SMALL) --product
TESTS = $(SCRATCH)/debug/ternPackageTests.xctest
UNICODE = /usr/share/unicode/EastAsianWidth.txt=unicode-data
# A server of Mastodon's API that others have written: mastodon_mock, in an environment of Python's of its own.
PYTHON = python3:ensurepip=python3-venv
SERVER = $(SCRATCH)/mastodon_mock
FORMATTED = Benchmarks Sources Tests Package.swift

ci: WARNINGS = -Xswiftc -warnings-as-errors

.NOTPARALLEL:
.PHONY: help run test check soak fuzz widths walk bench bench-update bench-live bench-live-update bench-typing bench-faults bench-store bench-store-update lint format build screens screens-update install uninstall deb dist test-install test-package ci clean deps deps-tests server

help: ## Name what make can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: deps ## Install what is missing, build, and look around in the demo
	$(BUILD) --product tern
	@$(SCRATCH)/debug/tern demo

test: deps-tests ## Install what is missing, build, and run every test
	$(BUILD) --build-tests
	@Scripts/test $(TESTS)

check: deps-tests ## What to run after each change: format, build, unit tests and golden screens
	$(MAKE) --no-print-directory lint
	$(BUILD) --build-tests
	@Scripts/test --quick $(TESTS)

soak: deps-tests ## What is too long for every day: far walks, hundreds of terminals, imports killed at any moment
	$(BUILD) --build-tests
	@TERN_SOAK=1 Scripts/test --soak $(TESTS)

fuzz: deps ## Read damaged files of every format for FUZZ_SECONDS; what breaks a rule is kept
	$(BUILD) --product FuzzProgram
	Scripts/fuzz $(SCRATCH)/debug/FuzzProgram $(FUZZ_SECONDS) $(FUZZ_SEED) $(SCRATCH)/fuzz

walk: deps ## Press keys at random for WALK_STEPS; what breaks a rule is told with the shortest way there
	TERN_WALK_STEPS=$(WALK_STEPS) TERN_WALK_SEED=$(WALK_SEED) TERN_WALK_KEYS="$$WALK_KEYS" \
		$(SWIFT) test $(DEBUG) --filter '^WalkTests\.(Server)?WalkTests/'

widths: ## Ask the terminal that you are in which texts it draws wider or narrower than Tern expects
	@Scripts/deps $(UNICODE)
	$(BUILD) --product WidthProgram
	@$(SCRATCH)/debug/WidthProgram

bench: deps ## Measure the release build beside what else is installed of its kind: newsboat, tig, toot, tooi
	$(RELEASE) tern
	$(RELEASE) BareCurses
	$(RELEASE) BenchProgram
	@Scripts/bench $(SCRATCH)/release beside $(addprefix --posts ,$(BENCH_POSTS)) --rounds $(BENCH_ROUNDS)

bench-update: ## Measure, and put the tables into docs/benchmarks.md; best while nothing else is at work
	@mkdir -p $(SCRATCH)
	$(MAKE) --no-print-directory bench >$(SCRATCH)/bench.out
	@Scripts/put-tables bench $(SCRATCH)/bench.out docs/benchmarks.md

bench-typing: deps ## Measure keys that are typed in texts of several lengths
	$(RELEASE) tern
	$(RELEASE) BenchProgram
	@Scripts/bench $(SCRATCH)/release typing

bench-faults: deps ## Count the posts that are lost or doubled when something fails, beside toot, tooi and mastui
	$(RELEASE) tern
	@for program in $(SCRATCH)/release/tern toot tooi mastui; do \
		! path=$$(command -v "$$program") || python3 Benchmarks/Faults/faults.py "$${program##*/}" "$$path"; \
	done

bench-live: deps ## Measure an account at a server of which BENCH_LIVE_POSTS are kept
	$(RELEASE) tern
	$(RELEASE) BenchProgram
	@Scripts/bench $(SCRATCH)/release live --posts $(BENCH_LIVE_POSTS) --rounds $(BENCH_ROUNDS)

bench-live-update: ## The same, and put the tables into docs/benchmarks.md
	@mkdir -p $(SCRATCH)
	$(MAKE) --no-print-directory bench-live >$(SCRATCH)/bench-live.out
	@Scripts/put-tables bench-live $(SCRATCH)/bench-live.out docs/benchmarks.md

bench-store: deps ## Measure import, reading and search of archives of BENCH_STORE_POSTS
	$(RELEASE) tern
	$(RELEASE) BenchProgram
	@Scripts/bench $(SCRATCH)/release store $(addprefix --posts ,$(BENCH_STORE_POSTS)) --rounds $(BENCH_ROUNDS)

bench-store-update: ## The same, and put the tables into docs/benchmarks.md
	@mkdir -p $(SCRATCH)
	$(MAKE) --no-print-directory bench-store >$(SCRATCH)/bench-store.out
	@Scripts/put-tables bench-store $(SCRATCH)/bench-store.out docs/benchmarks.md

lint: ## Hold the code to the format
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)

format: ## Bring the code into the format
	$(SWIFT) format format --in-place --recursive --parallel $(FORMATTED)

build: deps ## Build everything, tests too; a warning is an error
	$(BUILD) --build-tests

screens: deps ## Draw the README's pictures
	$(BUILD) --product tern
	Scripts/screens $(SCRATCH)/debug/tern Resources/Screens

screens-update: deps-tests ## Write the golden screens anew; look at the diff
	TERN_UPDATE_SCREENS=1 $(SWIFT) test $(DEBUG) --filter '^ScreenTests\.'

server: deps ## Start a Mastodon server on this machine, to sign in to (mastodon_mock); SERVER_PORT says where
	@Scripts/deps $(PYTHON)
	@Scripts/mastodon_mock install $(SERVER)
	$(BUILD) --product tern
	@Scripts/mastodon_mock serve $(SERVER) $(SERVER_PORT) $(SCRATCH)/debug/tern

install: deps ## Install into PREFIX (/usr/local), under DESTDIR where that is given
	$(RELEASE) tern
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/tern/Demo" "$(DESTDIR)$(PREFIX)/share/man/man1" \
		"$(DESTDIR)$(BASH_COMPLETIONS)" "$(DESTDIR)$(ZSH_COMPLETIONS)" "$(DESTDIR)$(FISH_COMPLETIONS)"
	install -m 755 $(SCRATCH)/release/tern "$(DESTDIR)$(PREFIX)/bin/tern"
	install -m 644 Resources/Demo/*.json "$(DESTDIR)$(PREFIX)/share/tern/Demo"
	install -d "$(DESTDIR)$(PREFIX)/share/tern/Demo/media"
	install -m 644 Resources/Demo/media/* "$(DESTDIR)$(PREFIX)/share/tern/Demo/media"
	install -m 644 Resources/man/tern.1 "$(DESTDIR)$(PREFIX)/share/man/man1/tern.1"
	Scripts/completions $(SCRATCH)/release/tern bash >"$(DESTDIR)$(BASH_COMPLETIONS)/tern"
	Scripts/completions $(SCRATCH)/release/tern zsh >"$(DESTDIR)$(ZSH_COMPLETIONS)/_tern"
	Scripts/completions $(SCRATCH)/release/tern fish >"$(DESTDIR)$(FISH_COMPLETIONS)/tern.fish"
	chmod 644 "$(DESTDIR)$(BASH_COMPLETIONS)/tern" "$(DESTDIR)$(ZSH_COMPLETIONS)/_tern" \
		"$(DESTDIR)$(FISH_COMPLETIONS)/tern.fish"

uninstall: ## Remove what install has put into PREFIX
	rm -rf "$(DESTDIR)$(PREFIX)/share/tern"
	rm -f "$(DESTDIR)$(PREFIX)/bin/tern" "$(DESTDIR)$(PREFIX)/share/man/man1/tern.1" "$(DESTDIR)$(BASH_COMPLETIONS)/tern" \
		"$(DESTDIR)$(ZSH_COMPLETIONS)/_tern" "$(DESTDIR)$(FISH_COMPLETIONS)/tern.fish"

deb: deps ## Make a Debian package in .build/package, which needs no Swift
	@rm -rf $(SCRATCH)/package/root
	$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR="$(CURDIR)/$(SCRATCH)/package/root" \
		ZSH_COMPLETIONS=/usr/share/zsh/vendor-completions
	Scripts/package deb $(SCRATCH)/package/root $(SCRATCH)/package

dist: deps ## Make a tar of the same there, to be unpacked into a folder such as ~/.local
	@rm -rf $(SCRATCH)/package/tar
	$(MAKE) --no-print-directory install PREFIX=/tern-$(VERSION) DESTDIR="$(CURDIR)/$(SCRATCH)/package/tar"
	Scripts/package tar $(SCRATCH)/package/tar $(SCRATCH)/package

test-install: deps ## Install into a folder for the time being, and run what is there
	Scripts/test-install

test-package: deps-tests ## Make the package twice, have lintian read it, and use it in a Debian that has nothing else
	Scripts/test-package

ci: lint build test soak test-install test-package ## All that has to hold before a change goes in

clean: ## Remove all that was built
	rm -rf $(SCRATCH)

deps:
	@Scripts/deps

deps-tests:
	@Scripts/deps /usr/bin/tmux=tmux openssl gzip $(UNICODE) /usr/share/terminfo/w/wy325=ncurses-term \
		/usr/share/i18n/charmaps/ISO-8859-1.gz=locales $(PYTHON) \
		zsh fish /usr/bin/dpkg-shlibdeps=dpkg-dev /usr/bin/lintian=lintian /usr/sbin/debootstrap=debootstrap
	@Scripts/mastodon_mock install $(SERVER)
