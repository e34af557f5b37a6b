# make thesis-figures   repeat the thesis's experiment and draw its figures;
#                       LAYOUTS=6 by six links of the program,
#                       FILTERS=bloom-early,bloom,cuckoo with other structures
# make test             the tests required of a change
# make release          archives for Linux, macOS and Windows in dist
# make image            a container image of the program alone
# All but the last need Go only. HYPHBENCH_WORDS names a word list.

GO ?= go
BIN := bin/hyphbench
FUZZTIME ?= 1s
FAULTSCALE ?= 1
SOAK ?= 100000000
SOAK_SEED ?= 1
RACE := $(shell command -v $$($(GO) env CC) >/dev/null 2>&1 && echo -race)

# Tests and the compiler spend a third of their time in Go's garbage collector at its
# usual pace. What is measured (run, bench) is left at it.
test fuzz cross: export GOGC ?= 400

# The program needs no C compiler, and is the same with one. All but the race detector
# goes without, and with -trimpath as a release does: an empty build cache then gets each
# package once, not once for the tests, once for the program and once for its archives.
build test fuzz cross stores: export CGO_ENABLED = 0

# What the tests run is measured in sections of 0.3 ms in place of 5 (internal/section).
# GOFLAGS, since some of them build the program.
short = GOFLAGS='$(strip $(shell $(GO) env GOFLAGS) -trimpath)' $(GO) test -vet=off

.PHONY: all build stores test bench fuzz data thesis-figures cross release image bench-peers tex-oracle faults soak clean

all: build

build:
	$(GO) build -trimpath -o $(BIN) ./cmd/hyphbench

# All tests run without the race detector, and those of packages with goroutines
# (-short) with it, which makes a program several times slower; package racetest skips
# the others in them. It needs a C compiler. Vet is run once, over everything.
test: build
	@echo "== gofmt"; bad=$$(gofmt -l cmd data internal bench tools); test -z "$$bad" || { echo "not formatted: $$bad"; exit 1; }
	@echo "== vet"; $(GO) vet -trimpath ./...
	@echo "== tests"
	$(short) -timeout 30m ./...
	@echo "== $(if $(RACE),short tests with the race detector,NO race detector: no C compiler)"
	$(if $(RACE),CGO_ENABLED=1 $(short) $(RACE) -short -skip '^Test($(ALONE))$$' -timeout 30m $(concurrent))
	@echo "== each benchmark once"; $(short) -run '^$$' -bench . -benchtime 1x $(call having,Benchmark)
	@$(MAKE) --no-print-directory fuzz FUZZTIME=$(FUZZTIME)

# Long tests of commands that start no goroutine: the race detector, with which they take
# ten times as long, has nothing to find there.
ALONE = ShardsMakeTheRun|KillShards|Scripts|DocumentedCommands|BadValues|CommittedRuns|PagesOfCommittedRuns|ListsFit|ListsAreWhole|ExampleRun|ChooseFlags|HelpWidth|EveryChoiceCompletes|ConfigurationExample|DerivedCannotBeWritten|FullOutput|OneAnswer|ClaimsDocument|Claims|ClaimsTurn|Claim|FBLFiguresGolden|FiltersReach|Predict

# The packages in which goroutines are started, or shared data are locked.
goroutines = ^[[:space:]]+go [a-zA-Z]|\.Go\(|InParallel|experiment\.Share|nodes\.New|"sync"|"sync/atomic"|\.Parallel\(|RunParallel
concurrent = $(sort $(patsubst %/,./%,$(dir $(shell grep -rlE --include='*.go' '$(goroutines)' cmd internal tools/faults tools/scale))))

# The packages with a function of that kind in their tests: to link the tests of the
# others, in order to find none, takes a second each.
having = $(sort $(patsubst %/,./%,$(dir $(shell grep -rl --include='*_test.go' '^func $1[A-Z]' cmd internal tools))))

# Every fuzz target for FUZZTIME, by one test binary a package. Where a worker is
# busy when that time is over, Go before 1.27 reports the end of the time itself as
# a failure (golang/go#75804); one without a failing input is none, and is not printed
# as one.
fuzz:
	@dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; cache=$$($(GO) env GOCACHE)/fuzz; log=$$dir/log; \
	for pkg in $(call having,Fuzz); do \
		$(short) -c -fuzz . -o "$$dir/fuzz.test" $$pkg || exit 1; \
		for target in $$("$$dir/fuzz.test" -test.list '^Fuzz' | grep ^Fuzz); do \
			echo "== fuzz $$pkg $$target"; \
			if ( cd $$pkg && "$$dir/fuzz.test" -test.run '^$$' -test.fuzz "^$$target\$$" -test.fuzztime $(FUZZTIME) \
				-test.fuzzminimizetime 1s -test.fuzzcachedir "$$cache/hyphbench/$$pkg" -test.timeout 10m ) >"$$log" 2>&1; then cat "$$log"; \
			elif grep -q 'context deadline exceeded' "$$log" && ! grep -q 'Failing input' "$$log"; then \
				grep '^fuzz: ' "$$log"; echo "a worker was busy when the time was over"; \
			else cat "$$log"; exit 1; fi; \
		done; \
	done

# Random histories of insertions, deletions, queries and files beside a map, spread
# over all structures: SOAK operations in all. 'make test' plays a few million.
soak:
	SOAK=$(SOAK) SOAK_SEED=$(SOAK_SEED) $(GO) test ./internal/filter/all -run TestSoak -count=1 -timeout 60m -v

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# The program with more stores, Pebble and SQLite, as bin/hyphbench-stores. It is built
# as the program is, so that no package is compiled twice for both;
# SQLite alone takes a minute or more.
stores:
	cd bench/stores && $(GO) build -trimpath -o ../../$(BIN)-stores .

# Fetches the thesis's word list from its pinned origin.
data: build
	$(BIN) data fetch

# Without the thesis's list and without network the embedded list is measured.
# Every output names the list. The last screen is the answer of the run: nothing
# is printed behind it. RUN_FLAGS has further flags of the run.
thesis-figures: build
	@if [ -z "$$HYPHBENCH_WORDS" ]; then \
		$(BIN) data fetch --timeout=10s || echo "The thesis's word list could not be fetched: measuring with the embedded list."; \
	fi
	@$(BIN) run $(if $(FILTERS),--filter=$(FILTERS)) $(if $(LAYOUTS),--layouts=$(LAYOUTS)) $(RUN_FLAGS)
	@$(BIN) plot --quiet results >/dev/null

# hyphbench beside its peers; installs their requirements.
bench-peers:
	bench/peers/run.sh $(if $(HYPHBENCH_WORDS),--words $(abspath $(HYPHBENCH_WORDS))) $(PEERS_FLAGS)

# Compares the hyphenator with TeX on the list and on random tokens; installs TeX.
tex-oracle:
	@command -v tex >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends texlive-binaries texlive-base; }
	$(GO) run ./tools/tex-oracle $(addprefix -words ,$(or $(HYPHBENCH_WORDS),$(wildcard data/words.txt)))

# Breaks runs in every way: kills, full disks, cut files, flipped bits. All that
# is counted as lost, doubled or unnoticed must be 0. Root can mount the small
# disks that two of the faults need.
faults: build
	FAULTS=all $(GO) test ./internal/runfolder -run 'TestEvery' -count=1 -v
	FAULTS=all $(GO) test ./internal/command -run 'TestKillShards' -count=1 -v
	$(GO) run ./tools/faults -hyphbench $(BIN) -scale $(FAULTSCALE)

# Builds for the supported systems, and vets what 'make test' has not: sources differ by
# system, none by processor.
cross:
	for target in linux/amd64 linux/arm64 darwin/arm64 windows/amd64; do \
		echo "== $$target"; \
		export GOOS=$${target%/*} GOARCH=$${target#*/}; \
		$(GO) build -trimpath -o /dev/null ./cmd/hyphbench || exit 1; \
		[ "$$GOOS" = "$$($(GO) env GOHOSTOS)" ] || $(GO) vet -trimpath ./... || exit 1; \
	done

# The archives of a release, the same bytes on every build (docs/release.md).
# TARGETS names some of them: TARGETS=linux/amd64,darwin/arm64.
release:
	rm -rf dist
	$(GO) run ./tools/release $(if $(TARGETS),-targets $(TARGETS))

# An image with the program alone, by podman, buildah or docker, of a Linux archive.
ENGINE ?= $(firstword $(foreach e,podman buildah docker,$(if $(shell command -v $e),$e)) podman)
ARCH ?= $(shell $(GO) env GOARCH)
image:
	rm -rf dist/image
	$(GO) run ./tools/release -out dist/image -targets linux/$(ARCH)
	cd dist/image && tar -xzf *.tar.gz && $(ENGINE) build -f */Containerfile -t hyphbench --platform linux/$(ARCH) */

clean:
	rm -rf bin dist
