package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/axis"
	"hyphbench/internal/choose"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/machine"
	"hyphbench/internal/nearest"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

func newChooseCommand(p Program) *cobra.Command {
	o := &chooseOptions{
		members: -1, batch: 1, fp: experiment.Choice{Value: fpVerify, Choices: []string{fpVerify, fpError}},
		prefer: experiment.Choice{Value: preferTime, Choices: []string{preferTime, preferSize}},
		format: string(table.Text), seed: 1, stores: experiment.StoreList{Known: p.stores()},
	}
	cmd := &cobra.Command{
		Use:   "choose",
		Short: "Recommend a filter for your own keys, or none",
		Long: `Measures the structures here, on your own keys and queries, and recommends one
with its rate, or no filter. It says by how much, what comes next, what would
change the answer, and which maintained Go library has the structure.

What decides is the cost of a lookup that finds nothing: --miss-cost, or
--store, which measures it on a store filled with your keys. Without either, the
answer is from which cost on a filter pays. 'hyphbench filters' explains the
structures.

--needs: delete, growth (the number of keys is not known), serialise (a file),
concurrent (insertions beside queries), values, universe (all queries are
known). --fp=error: a positive is not looked up, so that a false one is an
error. A limit such as --memory=64KB also admits exact tables that fit.

--preset=NAME answers one of twenty documented decisions from a record of costs:
` + wrapNames(presetNames(), 80),
		Example: `  hyphbench choose --keys=words.txt --queries=my-words.txt --miss-cost=50us
  hyphbench choose --keys=words.txt --miss-cost=80us --needs=delete
  hyphbench choose --thesis-keys --store=map
  hyphbench choose --preset=lsm-table`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			return o.run(cmd)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&o.keys, "keys", "", "file of your keys, one a line")
	fs.StringVar(&o.queries, "queries", "", "file of your queries, one a line, in their order, repetitions included")
	fs.BoolVarP(&o.null, "null", "0", false, "zero bytes end keys and queries, in place of line ends")
	fs.BoolVar(&o.thesis, "thesis-keys", false, "the thesis's keys and word list in place of your own, and its store in memory where none is named")
	fs.StringVar(&o.words, "words", "", "word list for --thesis-keys (default: as of run thesis)")
	fs.StringVar(&o.eps, "eps", "", "false-positive rates to consider (default: 10%, 1%, 0.1%, 0.01%, 0.0001%; with --fp=error the last)")
	fs.StringVar(&o.missCost, "miss-cost", "", "time of a lookup behind the filter that finds nothing: 250ns, 50us, 2ms")
	fs.Var(&o.stores, "store", "measure that time on a store with your keys: map, direct, delay:50us …")
	o.place.Add(fs)
	fs.Float64Var(&o.members, "members", o.members, "share of the queries that are keys, 0 to 1, where there are no --queries (default 0)")
	fs.StringVar(&o.needs, "needs", "", "abilities that the filter must have, a comma list")
	fs.StringVar(&o.memory, "memory", "", "memory of the filter at most: 64KB, 2MB, 1GB")
	fs.DurationVar(&o.lifetime, "lifetime", 0, "time for which a filter is held; with it memory has a price beside the processor's (8 $ a GB, 30 $ a thread)")
	fs.StringVar(&o.perBuild, "queries-per-build", "", "queries between two constructions, which then count: 1e6")
	fs.IntVar(&o.batch, "batch", o.batch, "lookups in one message to the store")
	fs.Var(&o.fp, "fp", "what follows a positive: a lookup, or nothing, so that a false one is an error")
	fs.Var(&o.prefer, "prefer", "of the filters that pay the fastest, or the smallest")
	fs.BoolVar(&o.adversarial, "adversarial", false, "queries may be chosen by an adversary: hash with a secret")
	fs.StringVar(&o.preset, "preset", "", "a documented decision in place of your keys, or all of them")
	fs.BoolVar(&o.quick, "quick", false, "fewer rounds")
	fs.Uint64Var(&o.seed, "seed", o.seed, "decides hash functions, samples and the order of the rounds")
	fs.StringVar(&o.format, "format", o.format, "text, markdown or json")
	fs.StringVar(&o.html, "html", "", "write the answer as a page to this file too")
	fs.StringVar(&o.record, "record", "", "measure the record of costs that the presets are answered from, and write it to this file")
	experiment.MarkFiles(fs, "keys", "queries", "words", "html", "record")
	return cmd
}

// Values of flags.
const (
	fpVerify, fpError      = "verify", "error"
	preferTime, preferSize = "time", "size"
)

type chooseOptions struct {
	keys, queries, eps, missCost, needs, memory, perBuild, preset, format, html, record, words string
	null, thesis, adversarial, quick                                                           bool
	stores                                                                                     experiment.StoreList
	place                                                                                      experiment.StorePlace
	members                                                                                    float64
	lifetime                                                                                   time.Duration
	batch                                                                                      int
	fp, prefer                                                                                 experiment.Choice
	seed                                                                                       uint64
}

// Rounds of a measurement.
const (
	chooseRounds      = 9
	chooseQuickRounds = 3
)

func (o *chooseOptions) run(cmd *cobra.Command) (err error) {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	if o.format == string(table.CSV) {
		return usageError{errors.New("--format=csv: an answer is no table: want text, markdown or json")}
	}
	if o.record != "" {
		return o.makeRecord(cmd)
	}
	if o.preset != "" {
		return o.answerPresets(cmd)
	}
	q, err := o.question()
	if err != nil {
		return usageError{err}
	}
	w, err := o.workload(cmd.Context())
	if err != nil {
		return err
	}
	q.N, q.Members = w.Keys.Len(), w.Members
	assumed := w.Notes
	if kind, there := o.store(); there {
		note, err := o.measureStore(cmd.Context(), kind, w, &q)
		if err != nil {
			return err
		}
		assumed = append(assumed, note)
	}
	considered, err := structuresOf(choose.Considered())
	if err != nil {
		return err
	}
	candidates, out, err := q.Candidates(considered, w.Universe())
	if err != nil {
		return err
	}
	how := choose.How{Rounds: o.rounds(), Seed: o.seed, Progress: o.progress(cmd)}
	if o.adversarial {
		how.Hash = filter.Keyed()
		assumed = append(assumed, "Hashed by SipHash with a secret, as --adversarial asks: keep the secret where the filter is.")
	}
	m := machine.Describe(cmd.Context())
	offers, failed, err := choose.Measure(cmd.Context(), w, candidates, how)
	if err != nil {
		return err
	}
	costs := fmt.Sprintf("Measured on %s in %d rounds: %s.", time.Now().UTC().Format(time.DateOnly), how.Rounds, m.Line())
	for _, warning := range machine.Warnings(m) {
		if warning.Code == "load" {
			costs += " But " + warning.String() + "."
		}
	}
	a, err := choose.NewAnswer(q, offers, slices.Concat(out, failed), isExact, assumed, costs)
	if err != nil {
		return err
	}
	return o.write(cmd, a)
}

// question is that of the flags, without what the keys decide.
func (o *chooseOptions) question() (q choose.Question, err error) {
	q = choose.Question{Miss: math.NaN(), Hit: math.NaN(), Batch: o.batch, Rates: choose.DefaultRates(), Final: o.fp.Value == fpError, Smaller: o.prefer.Value == preferSize, Keyed: o.adversarial}
	switch {
	case o.keys == "" && !o.thesis:
		return q, errors.New("no keys: want --keys=FILE, --thesis-keys or --preset=NAME")
	case o.keys != "" && o.thesis:
		return q, errors.New("--keys and --thesis-keys: want one of them")
	case o.missCost != "" && len(o.stores.Stores) > 0:
		return q, errors.New("--miss-cost and --store: want one of them")
	case len(o.stores.Stores) > 1:
		return q, fmt.Errorf("--store=%s: want one store", o.stores.String())
	case o.batch < 1:
		return q, fmt.Errorf("--batch=%d is out of range: want 1 or more", o.batch)
	case o.members != -1 && !(o.members >= 0 && o.members <= 1):
		return q, fmt.Errorf("--members=%v is out of range: want 0 to 1", o.members)
	case o.members != -1 && (o.queries != "" || o.thesis):
		return q, errors.New("--members beside queries, which have a share of their own: want one of them")
	case q.Final && (o.missCost != "" || len(o.stores.Stores) > 0):
		return q, errors.New("--fp=error: nothing is looked up behind the filter: want no --miss-cost and no --store")
	}
	if q.Final {
		q.Rates = q.Rates[len(q.Rates)-1:]
	}
	if o.eps != "" {
		if q.Rates, err = axis.ParseRates(o.eps); err != nil {
			return q, fmt.Errorf("--eps: %w", err)
		}
	}
	if o.missCost != "" {
		d, err := time.ParseDuration(o.missCost)
		if err != nil || d < 0 {
			return q, fmt.Errorf("--miss-cost=%s is no time: want such as 250ns, 50us, 2ms", o.missCost)
		}
		q.Miss = float64(d)
		q.Hit = q.Miss // it cancels
	}
	if q.Needs, err = choose.ParseNeeds(o.needs); err != nil {
		return q, fmt.Errorf("--needs: %w", err)
	}
	if o.memory != "" {
		if q.Memory, err = parseMemory(o.memory); err != nil {
			return q, err
		}
	}
	if o.perBuild != "" {
		if q.Queries, err = strconv.ParseFloat(o.perBuild, 64); err != nil || !(q.Queries >= 1) {
			return q, fmt.Errorf("--queries-per-build=%s: want a number of 1 or more, such as 1e6", o.perBuild)
		}
	}
	if q.Seconds = o.lifetime.Seconds(); q.Seconds < 0 {
		return q, fmt.Errorf("--lifetime=%s: want a time above 0", o.lifetime)
	}
	if q.Seconds > 0 && q.Queries == 0 {
		return q, errors.New("--lifetime: memory has a price for each query: want --queries-per-build too")
	}
	return q, nil
}

// parseMemory reads bytes with a unit, as bits.
func parseMemory(text string) (uint64, error) {
	upper := strings.ToUpper(strings.TrimSpace(text))
	factor := 1.0
	for _, u := range []struct {
		name string
		size float64
	}{{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KIB", 1 << 10}, {"MIB", 1 << 20}, {"GIB", 1 << 30}, {"B", 1}} {
		if rest, found := strings.CutSuffix(upper, u.name); found {
			upper, factor = strings.TrimSpace(rest), u.size
			break
		}
	}
	v, err := strconv.ParseFloat(upper, 64)
	if bits := 8 * v * factor; err == nil && bits >= 1 && bits < 1<<62 {
		return uint64(bits), nil
	}
	return 0, fmt.Errorf("--memory=%s: want bytes above 0 with a unit, such as 500B, 64KB, 2MB", text)
}

// workload reads the keys and queries.
func (o *chooseOptions) workload(context.Context) (*choose.Workload, error) {
	members := max(0, o.members)
	if o.thesis {
		files, err := corpus.LoadFiles("")
		if err != nil {
			return nil, err
		}
		h, err := files.Load()
		if err != nil {
			return nil, err
		}
		words, err := corpus.LoadWords(o.words, corpus.DefaultPlaces())
		if err != nil {
			return nil, err
		}
		w, err := choose.NewWorkload(h.Keys(), words.List.Lower(), members, o.seed)
		if err == nil && words.Note != "" {
			w.Notes = append(w.Notes, words.Note)
		}
		return w, err
	}
	keys, err := o.read("keys", o.keys)
	if err != nil {
		return nil, err
	}
	var queries *wordlist.List
	if o.queries != "" {
		if queries, err = o.read("queries", o.queries); err != nil {
			return nil, err
		}
	}
	return choose.NewWorkload(keys, queries, members, o.seed)
}

func (o *chooseOptions) read(role, path string) (*wordlist.List, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", role, err)
	}
	if o.null {
		return wordlist.ParseNull(path, src)
	}
	return wordlist.Parse(path, src)
}

// store is the one to be measured, and false where there is none.
func (o *chooseOptions) store() (experiment.StoreNamed, bool) {
	switch {
	case len(o.stores.Stores) > 0:
		return o.stores.Stores[0], true
	case o.thesis && o.missCost == "" && o.fp.Value != fpError:
		kind := exceptionStore()
		return experiment.StoreNamed{Name: kind.Name, Kind: kind}, true
	}
	return experiment.StoreNamed{}, false
}

// measureStore fills in the times of the store's lookups, and says them.
func (o *chooseOptions) measureStore(ctx context.Context, named experiment.StoreNamed, w *choose.Workload, q *choose.Question) (note string, err error) {
	values := make([]string, w.Keys.Len())
	for i := range values {
		values[i] = "1"
	}
	defer func() { err = errors.Join(err, o.place.Close()) }()
	s, err := o.place.Open(ctx, named, store.Entries{Keys: w.Keys, Values: wordlist.Of(values...)})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if q.Hit, q.Miss, err = choose.MeasureStore(ctx, s, named.Medium, w, o.rounds(), o.batch); err != nil {
		return "", fmt.Errorf("store %s: %w", named.Name, err)
	}
	note = fmt.Sprintf("Store %s (%s): a miss takes %s, a hit %s, measured here.", named.Name, named.Title, choose.Duration(q.Miss), choose.Duration(q.Hit))
	if named.Medium == store.Simulated {
		note += " It is simulated."
	}
	if _, many := s.(store.ManyGetter); o.batch > 1 && !many {
		note += " It takes no lists: --batch has no effect."
	}
	return note, nil
}

func (o *chooseOptions) rounds() int {
	if o.quick {
		return chooseQuickRounds
	}
	return chooseRounds
}

// exceptionStore is the exact store of the hyphenator, as in the thesis's experiment.
func exceptionStore() store.Kind {
	return store.Kind{Name: "exceptions", Title: "the hyphenator's own, in memory", Medium: store.Memory, Open: func(_ context.Context, e store.Entries, _ store.Config) (store.Store, error) {
		var list []knuthliang.Exception
		for key := range e.Keys.Each() {
			list = append(list, knuthliang.Exception{Word: key})
		}
		return &exceptions{exact: knuthliang.NewStore(list)}, nil
	}}
}

type exceptions struct {
	exact    *knuthliang.ExactStore
	accesses int64
}

func (s *exceptions) Get(dst []byte, key string) ([]byte, bool, error) {
	s.accesses++
	_, ok := s.exact.Lookup(key)
	return dst, ok, nil
}

func (s *exceptions) Accesses() (int64, error) { return s.accesses, nil }
func (s *exceptions) Close() error             { return nil }

// progress paints how far the measurement is.
func (o *chooseOptions) progress(cmd *cobra.Command) func(done, total int) {
	start, last := time.Now(), time.Now()
	return func(done, total int) {
		if now := time.Now(); done > 0 && now.Sub(last) > linePause {
			last = now
			left := now.Sub(start) * time.Duration(total-done) / time.Duration(done)
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %d of %d filters measured, about %s left\n", done, total, left.Round(time.Second))
		}
	}
}

func (o *chooseOptions) write(cmd *cobra.Command, a *choose.Answer) error {
	if o.html != "" {
		var page strings.Builder
		if err := a.WriteHTML(&page); err != nil {
			return err
		}
		if err := runfolder.WriteFile(o.html, []byte(page.String())); err != nil {
			return err
		}
	}
	out := cmd.OutOrStdout()
	if o.format == string(table.JSON) {
		return table.WriteJSON(out, a)
	}
	if err := table.Write(out, a.Page(), table.Format(o.format)); err != nil {
		return err
	}
	if a.Obtainable != nil {
		code := "\n" + a.Obtainable.Code
		if o.format == string(table.Markdown) {
			code = "\n```go\n" + a.Obtainable.Code + "```\n"
		}
		_, err := fmt.Fprint(out, code)
		return err
	}
	return nil
}

// answerPresets answers one preset, or all.
func (o *chooseOptions) answerPresets(cmd *cobra.Command) error {
	record, err := choose.OwnRecord()
	if err != nil {
		return err
	}
	structures, err := structuresOf(choose.Considered())
	if err != nil {
		return err
	}
	if o.preset == "all" {
		page, err := choose.PresetsPage(structures, record, isExact)
		if err != nil {
			return err
		}
		return table.Write(cmd.OutOrStdout(), page, table.Format(o.format))
	}
	for _, p := range choose.Presets() {
		if o.preset == p.Name {
			a, err := p.Answer(structures, record, isExact)
			if err != nil {
				return err
			}
			return o.write(cmd, a)
		}
	}
	err = fmt.Errorf("unknown preset %q: want one of %s, or all", o.preset, strings.Join(presetNames(), ", "))
	if near, ok := nearest.Of(o.preset, presetNames()); ok {
		err = fmt.Errorf("unknown preset %q: want %s, or another of %s", o.preset, near, strings.Join(presetNames(), ", "))
	}
	return usageError{err}
}

func presetNames() (names []string) {
	for _, p := range choose.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// wrapNames writes names in lines of at most so many columns, two blanks in front.
func wrapNames(names []string, columns int) string {
	return "  " + strings.Join(table.Wrap(strings.Join(names, ", "), columns-2), "\n  ")
}

func structuresOf(names []string) (list []filter.Structure, err error) {
	for _, name := range names {
		s, err := all.ByName(name)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// isExact reports whether the structure of the name has no false positives.
func isExact(name string) bool {
	s, err := all.ByName(name)
	return err == nil && s.Exact
}

// makeRecord measures the record of costs.
func (o *chooseOptions) makeRecord(cmd *cobra.Command) error {
	m := machine.Describe(cmd.Context())
	r := &choose.Record{Machine: m.Line(), Date: time.Now().UTC().Format(time.DateOnly), Command: "hyphbench choose --record=record.csv"}
	structures, err := structuresOf(choose.Considered())
	if err != nil {
		return err
	}
	sizes := []struct{ n, rounds int }{{1000, 3}, {10_000, 3}, {100_000, 3}, {1_000_000, 3}, {10_000_000, 3}}
	if o.quick {
		sizes = sizes[:1]
	}
	for i, size := range sizes {
		keys := wordlist.Generate(size.n, func(b []byte, i int) []byte { return strconv.AppendUint(b, filter.Mix(o.seed+uint64(i)), 16) })
		w, err := choose.NewWorkload(keys, nil, 0, o.seed)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %d keys\n", size.n)
		candidates := choose.RecordCandidates(structures, size.n, i == len(sizes)-1)
		offers, _, err := choose.Measure(cmd.Context(), w, candidates, choose.How{Rounds: size.rounds, Seed: o.seed, Progress: o.progress(cmd)})
		if err != nil {
			return err
		}
		for _, offer := range offers {
			r.Rows = append(r.Rows, choose.Recorded{N: size.n, Offer: offer})
		}
	}
	return runfolder.WriteFile(o.record, []byte(r.Text()))
}
