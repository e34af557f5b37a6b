# What needs doing, a target each: 'make help'. HYPHBENCH_WORDS names a word list.

GO ?= go
BIN := bin/hyphbench

# The program needs no C compiler, and is the same with one. All but the race detector goes
# without, and with -trimpath as a release does: an empty build cache gets each package once.
export CGO_ENABLED = 0
export GOFLAGS := $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath

# Tests and the compiler spend a third of their time in Go's garbage collector at its
# usual pace. What is measured (run, bench) is left at it.
test check check-long race bench-once fuzz cross: export GOGC ?= 400

.PHONY: all help build stores test check check-long vet race bench-once bench fuzz data thesis-figures man cross release image node bench-peers tex-oracle faults soak mutants clean

all: build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

build: ## bin/hyphbench
	$(GO) build -ldflags='-s -w' -o $(BIN) ./cmd/hyphbench

# The same flags in both tiers: the second has the results of packages without tiers from the
# first.
whole = -vet=off -timeout 30m ./...

# The first tier: one compile, Go alone, no test that depends on time. The tests themselves
# say what is left to the others (internal/tier).
test: vet ## gofmt, vet and the tests of a change: minutes from an empty build cache, then one
	$(GO) test $(whole)

vet:
	@bad=$$(gofmt -l cmd data internal bench tools); test -z "$$bad" || { echo "not formatted: $$bad"; exit 1; }
	GO=$(GO) tools/vet.sh ./...

# The second tier: every test whole, with all documented commands and committed runs, kills,
# faults and simulations of the statistics; then what is no test of one package. Three packages
# at once, since some wait for other programs.
check: vet ## all that there is: every test whole, race detector, benchmarks once, fuzzing, other systems
	HYPHBENCH_CHECK=1 $(GO) test -p 3 $(whole)
	@$(MAKE) --no-print-directory race bench-once fuzz cross

# What only a night can bear. The date of its last run stands in CONTRIBUTING.md.
check-long: build ## hours: every fuzz target for five minutes, 10^8 operations of soak, all archives, all planted errors
	$(GO) vet ./...
	HYPHBENCH_CHECK=long $(GO) test -vet=off -timeout 12h ./...
	@$(MAKE) --no-print-directory cross release SYSTEMS='$(FOREIGN)'
	@$(MAKE) --no-print-directory fuzz FUZZTARGETS=1000 FUZZTIME=5m
	@$(MAKE) --no-print-directory soak faults FAULTSCALE=10
	@$(MAKE) --no-print-directory mutants

# The packages in which goroutines are started, or shared data are locked. What
# experiment.Share asks from several, the suite of structures asks so of each structure.
goroutines = ^[[:space:]]+go [a-zA-Z]|\.Go\(|InParallel|nodes\.New|"sync"|"sync/atomic"|\.Parallel\(|RunParallel
concurrent = $(sort $(patsubst %/,./%,$(dir $(shell grep -rlE --include='*.go' '$(goroutines)' cmd internal tools/runfaults tools/scale))))

# The race detector needs a C compiler, and makes a program several times slower: package
# racetest skips long tests of work in one goroutine. A program with the detector sleeps for a
# second before it exits, unless told otherwise; the tests start hundreds.
race:
	@if command -v $$($(GO) env CC) >/dev/null 2>&1; then \
		GORACE=atexit_sleep_ms=10 CGO_ENABLED=1 $(GO) test -race -vet=off -timeout 30m $(concurrent); \
	else echo "NO race detector: no C compiler"; fi

# The packages with a function of that kind in their tests: to link the tests of the
# others, in order to find none, takes a second each.
having = $(sort $(patsubst %/,./%,$(dir $(shell grep -rl --include='*_test.go' '^func $1[A-Z]' cmd internal tools))))

bench-once:
	$(GO) test -vet=off -run '^$$' -bench . -benchtime 1x $(call having,Benchmark)

bench: ## all benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

FUZZTARGETS ?= 12
FUZZTIME ?= 10s
fuzz: ## some fuzz targets, drawn by the commit: FUZZTARGETS=12 FUZZTIME=10s
	GO=$(GO) tools/fuzz.sh $(FUZZTARGETS) $(FUZZTIME) $(call having,Fuzz)

# Random histories of insertions, deletions, queries and files beside a map, spread
# over all structures: SOAK operations in all. The tests play some.
SOAK ?= 100000000
SOAK_SEED ?= 1
soak: ## 10^8 random operations beside a map, over all structures
	SOAK=$(SOAK) SOAK_SEED=$(SOAK_SEED) $(GO) test ./internal/filter/all -run TestSoak -count=1 -timeout 600m -v

# Which deliberate errors the tests notice, by the tests of each tier.
mutants: ## all planted errors against both tiers (hours); begun again, it goes on
	@mkdir -p bin
	-$(GO) run ./tools/mutants -tier=test -results bin/mutants
	$(GO) run ./tools/mutants -tier=check -results bin/mutants

# The program with more stores, Pebble and SQLite, as bin/hyphbench-stores. It is built
# as the program is, so that no package is compiled twice for both;
# SQLite alone takes a minute or more.
stores: ## bin/hyphbench-stores, with Pebble and SQLite
	cd bench/stores && $(GO) build -ldflags='-s -w' -o ../../$(BIN)-stores .

# Fetches the thesis's word list from its pinned origin.
data: build ## fetches the thesis's word list
	$(BIN) data fetch

# Without the thesis's list and without network the embedded list is measured.
# Every output names the list. The last screen is the answer of the run: nothing
# is printed behind it. RUN_FLAGS has further flags of the run.
thesis-figures: build ## the thesis's experiment, its figures, its claims: minutes; the quick form: HYPHBENCH_REPS=3 make thesis-figures
	@if [ -z "$$HYPHBENCH_WORDS" ]; then \
		$(BIN) data fetch --timeout=10s || echo "The thesis's word list could not be fetched: measuring with the embedded list."; \
	fi
	@$(BIN) run --claims-last $(if $(FILTERS),--filter=$(FILTERS)) $(if $(LAYOUTS),--layouts=$(LAYOUTS)) $(RUN_FLAGS) || { code=$$?; \
		[ $$code -ne 130 ] || echo "To resume with the claims and all figures: make thesis-figures RUN_FLAGS=--resume" >&2; exit $$code; }
	@$(BIN) plot --quiet results >/dev/null

MAN_DIR ?= bin/man1
man: ## man pages of all commands in bin/man1, or MAN_DIR
	$(GO) run ./tools/manpages $(MAN_DIR)

# The libraries that the thesis measured, as the lock file pins them, where the program looks for
# them: node-bloom and node-cuckoo are then measured in Node.js.
NODE_DIR ?= $(or $(HYPHBENCH_NODE_DIR),$(if $(filter Darwin,$(shell uname)),$(HOME)/Library/Caches,$(or $(XDG_CACHE_HOME),$(HOME)/.cache))/hyphbench/node)
node: ## npm hypher and bloom-filters, for node-bloom and node-cuckoo
	mkdir -p $(NODE_DIR)
	cp internal/experiment/thesis/node/package.json internal/experiment/thesis/node/package-lock.json $(NODE_DIR)
	npm ci --silent --ignore-scripts --no-audit --no-fund --prefix $(NODE_DIR)

# hyphbench beside its peers; installs their requirements.
bench-peers: ## hyphbench beside its peers
	bench/peers/run.sh $(if $(HYPHBENCH_WORDS),--words $(abspath $(HYPHBENCH_WORDS))) $(PEERS_FLAGS)

# Compares the hyphenator with TeX on the list and on random tokens; installs TeX.
tex-oracle: ## the hyphenator beside TeX, on the list and random tokens
	@command -v tex >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends texlive-binaries texlive-base; }
	$(GO) run ./tools/tex-oracle $(addprefix -words ,$(or $(HYPHBENCH_WORDS),$(wildcard data/words.txt)))

FAULTSCALE ?= 1
# Breaks runs in every way: kills, full disks, cut files, flipped bits. All that
# is counted as lost, doubled or unnoticed must be 0. Root can mount the small
# disks that two of the faults need.
faults: build ## runs broken in every way: nothing lost, doubled, unnoticed
	HYPHBENCH_CHECK=1 FAULTS=all $(GO) test ./internal/runfolder -run 'TestEvery' -count=1 -v
	HYPHBENCH_CHECK=1 FAULTS=all $(GO) test ./internal/command -run 'TestKillShards' -count=1 -v
	$(GO) run ./tools/runfaults -hyphbench $(BIN) -scale $(FAULTSCALE)

# Vets for another system what 'make vet' has not: sources differ by system, none by processor.
# Of two the commit draws one; .ci/run makes the archives of both, so that both are compiled.
FOREIGN := darwin/arm64 windows/amd64
DRAWN = $(word $(shell echo $$(($$(git rev-parse HEAD 2>/dev/null | cksum | cut -d' ' -f1) % 2 + 1))),$(FOREIGN))
SYSTEMS ?= $(DRAWN)
cross:
	for system in $(SYSTEMS); do echo "== $$system"; GOOS=$${system%/*} GOARCH=$${system#*/} GO=$(GO) tools/vet.sh ./... || exit 1; done

# The archives of a release, the same bytes on every build (docs/release.md).
# TARGETS names some of them: TARGETS=linux/amd64,darwin/arm64.
release: ## archives for six systems in dist
	rm -rf dist
	$(GO) run ./tools/release $(if $(TARGETS),-targets $(TARGETS))

# An image with the program alone, by podman, buildah or docker, of a Linux archive.
ENGINE ?= $(firstword $(foreach e,podman buildah docker,$(if $(shell command -v $e),$e)) podman)
ARCH ?= $(shell $(GO) env GOARCH)
image: ## a container image of the program alone
	rm -rf dist/image
	$(GO) run ./tools/release -out dist/image -targets linux/$(ARCH)
	cd dist/image && tar -xzf *.tar.gz && $(ENGINE) build -f */Containerfile -t hyphbench --platform linux/$(ARCH) */

clean: ## removes bin and dist
	rm -rf bin dist
