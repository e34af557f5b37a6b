package command

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/choose"
	"hyphbench/internal/corpus"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/store"
	"hyphbench/internal/usage"
	"hyphbench/internal/wordlist"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// idle refuses flags of the command line that have no effect beside others there.
func idle(typed *pflag.FlagSet) error {
	own := pflag.NewFlagSet("", pflag.ContinueOnError) // those of the program have their effect
	newChooseOptions(Program{}).add(own)
	for _, by := range []struct {
		flag string
		uses []string
	}{
		{"record", []string{"quick", "seed"}},
		{"map", []string{"bits-per-key", "lang", "members", "eps", "needs", "queries-per-build", "lifetime", "fp", "prefer"}},
		{"preset", []string{"format", "html", "go"}},
	} {
		if !typed.Changed(by.flag) {
			continue
		}
		var idle error
		typed.Visit(func(f *pflag.Flag) {
			if f.Name != by.flag && own.Lookup(f.Name) != nil && !slices.Contains(by.uses, f.Name) && idle == nil {
				idle = usage.Errorf("--%s and --%s exclude each other: want one of them", by.flag, f.Name)
			}
		})
		return idle
	}
	for _, name := range []string{"bits-per-key", "lang"} {
		if typed.Changed(name) {
			return usage.Errorf("--%s: want --map too", name)
		}
	}
	return nil
}

// question is that of the flags, without what the keys decide.
func (o *chooseOptions) question() (q choose.Question, err error) {
	q = choose.Question{Miss: math.NaN(), Hit: math.NaN(), Rates: choose.DefaultRates(), Final: o.fp.Value == fpError, Smaller: o.prefer.Value == preferSize, Quicker: o.prefer.Value == preferTime, Keyed: o.adversarial}
	_, stored := o.behind.Chosen()
	_, own, err := o.behind.Own()
	if err != nil {
		return q, fmt.Errorf("--store-line: %w", err)
	}
	switch {
	case o.behind.Line != "" && !own:
		return q, fmt.Errorf("--store-line=%s: want --store=exec:COMMAND too", o.behind.Line)
	case o.keys == "" && !o.thesis && o.chart == "":
		return q, errors.New("no keys: want --keys=FILE, --thesis-keys or --preset=NAME")
	case o.keys != "" && o.thesis:
		return q, errors.New("--keys and --thesis-keys exclude each other: want one of them")
	case o.missCost != "" && stored:
		return q, errors.New("--miss-cost and --store exclude each other: want one of them")
	case o.time < 0:
		return q, fmt.Errorf("--time=%s is out of range: want 0 or more", o.time)
	case o.batch < 1:
		return q, fmt.Errorf("--batch=%d is out of range: want 1 or more", o.batch)
	case o.members != -1 && !(o.members >= 0 && o.members <= 1):
		return q, fmt.Errorf("--members=%v is out of range: want 0 to 1", o.members)
	case q.Final && (o.missCost != "" || stored):
		return q, errors.New("--fp=error means that no lookup follows the filter: want no --miss-cost and no --store")
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
		if err == nil && d < 0 {
			return q, fmt.Errorf("--miss-cost=%s is out of range: want 0 or more", o.missCost)
		}
		if err != nil {
			return q, fmt.Errorf("--miss-cost=%s is not a time: want one such as 250ns, 50us, 2ms", o.missCost)
		}
		q.Miss = float64(d) / float64(o.batch) // those of a message share its time
		q.Hit = q.Miss                         // it cancels
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
	q.From = o.from()
	return q, nil
}

// from is where a program finds the keys; those of the thesis and of standard input are in no
// file.
func (o *chooseOptions) from() choose.Source {
	if o.keys == "-" {
		return choose.Source{Null: o.null}
	}
	return choose.Source{Keys: o.keys, Null: o.null}
}

// complete fills in what the keys and queries decide, and says what it assumed.
func (o *chooseOptions) complete(q *choose.Question, w *choose.Workload) (assumed []string) {
	q.N, q.Members = w.Keys.Len(), w.Members
	say := func(format string, a ...any) { assumed = append(assumed, fmt.Sprintf(format, a...)) }
	_, stored := o.store()
	switch {
	case o.batch == 1:
	case o.missCost != "":
		say("A message of %d lookups takes %s (--miss-cost, --batch), a lookup its part of that, %s.", o.batch, o.missCost, choose.Duration(q.Miss))
	case !stored:
		say("--batch has no effect: what a lookup takes was not said.")
	}
	if o.missCost != "" && q.Members > 0 {
		say("Assumed: a lookup that finds its key takes as long as one that finds nothing. It takes so with a filter and without, and decides nothing.")
	}
	if o.importable {
		say("Only filters of maintained Go libraries are ranked (--importable).")
	}
	if q.Seconds > 0 && q.Queries == 0 {
		q.Queries = float64(q.N)
		say("Assumed: as many queries as there are keys in the filter's lifetime (--queries-per-build).")
	}
	return assumed
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
func (o *chooseOptions) workload(cmd *cobra.Command) (*choose.Workload, error) {
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
		w, err := choose.NewWorkload(h.Keys(), words.List.Lower(), o.members, o.seed)
		if err == nil && words.Note != "" {
			w.Notes = append(w.Notes, words.Note)
		}
		return w, err
	}
	keys, err := o.read(cmd, "keys", o.keys)
	if err != nil {
		return nil, err
	}
	var queries *wordlist.List
	if o.queries != "" {
		if queries, err = o.read(cmd, "queries", o.queries); err != nil {
			return nil, err
		}
	}
	return choose.NewWorkload(keys, queries, o.members, o.seed)
}

func (o *chooseOptions) read(cmd *cobra.Command, role, path string) (*wordlist.List, error) {
	list, err := wordlist.Read(path, cmd.InOrStdin(), o.null)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", role, err)
	}
	return list, nil
}

// store is the one to be measured, and false where there is none.
func (o *chooseOptions) store() (flagvalue.StoreNamed, bool) {
	if s, chosen := o.behind.Chosen(); chosen {
		return s, true
	}
	if o.thesis && o.missCost == "" && o.fp.Value != fpError {
		kind := choose.Exceptions()
		return flagvalue.StoreNamed{Name: kind.Name, Kind: kind}, true
	}
	return flagvalue.StoreNamed{}, false
}

// openStore fills the store with the keys.
func (o *chooseOptions) openStore(cmd *cobra.Command, named flagvalue.StoreNamed, w *choose.Workload) (*choose.Asked, error) {
	values := wordlist.Generate(w.Keys.Len(), func(b []byte, _ int) []byte { return append(b, '1') })
	asked := &choose.Asked{Name: named.Name, Medium: named.Medium, Batch: o.batch}
	if _, own, _ := o.behind.Own(); own {
		var err error
		if asked.Pipe, err = store.Pipe(cmd.Context()); err != nil {
			return nil, err
		}
	}
	s, err := o.place.Open(cmd.Context(), named, store.Entries{Keys: w.Keys, Values: values})
	if err != nil {
		return nil, err
	}
	asked.Store = s
	return asked, nil
}

// storeNote says what was measured of the store.
func (o *chooseOptions) storeNote(named flagvalue.StoreNamed, s *choose.Asked, q choose.Question) string {
	note := fmt.Sprintf("Store %s (%s): a lookup that finds nothing takes %s, one that finds its key %s, measured here.", named.Name, named.Title, choose.Duration(q.Miss), choose.Duration(q.Hit))
	if named.Medium == store.Simulated {
		note += " It is simulated."
	}
	if s.Pipe > 0 {
		note += fmt.Sprintf(" The pipe to it, %s beside, is not counted: a program has none.", choose.Duration(float64(s.Pipe)))
	}
	switch {
	case o.batch > 1 && s.Lists():
		note += fmt.Sprintf(" %d lookups are in a message.", o.batch)
	case o.batch > 1:
		note += " It takes no lists: --batch has no effect."
	}
	return note
}
