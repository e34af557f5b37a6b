package thesis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// The thesis describes its exceptions as in persistent storage ("armazenamento
// persistente", section 3.5.1); its experiment has them in memory. With --store
// they are where the text has them.

// A pass with a slow store takes minutes. Such a run has less by default.
const (
	slowReps = "3"
	slowEps  = "1%,5%,10%,20%"
	slowWait = 5 * time.Microsecond // of a simulated store

	helpWait = "50us" // of one in the help
)

// slow reports whether a store is expected to answer in 5 µs or more. It goes by its
// kind and not by a measurement: the defaults of a run do not depend on the machine.
func slow(s flagvalue.StoreNamed) bool {
	if _, text, simulated := strings.Cut(s.Name, ":"); simulated {
		wait, err := time.ParseDuration(text)
		return err == nil && wait >= slowWait
	}
	return s.Cold || s.Medium == store.Network
}

// settle refuses what does not go with the store of the flags, or with none, and
// has the shorter defaults of a slow one.
func (t *Experiment) settle() (map[string]string, error) {
	if err := t.settleBeside(); err != nil {
		return nil, err
	}
	if t.rule.Value == ruleTeX && t.pass.Value == passLiteral {
		if t.given.Changed("pass") {
			return nil, fmt.Errorf("--pass=%s hyphenates whole tokens, as npm hypher does: want --word-rule=%s, or --pass=%s", passLiteral, ruleHypher, passBatch)
		}
		t.pass.Value = passBatch
	}
	s, with := t.store.Chosen()
	switch {
	case !with:
		return nil, nil
	case t.design.Value == runfolder.AsThesis:
		return nil, fmt.Errorf("--store=%s: the design %s is the thesis's own experiment, whose exceptions are in memory: want --design=%s",
			s.Name, runfolder.AsThesis, runfolder.Interleaved)
	case !slow(s):
		return nil, nil
	}
	return map[string]string{"reps": slowReps, "eps": slowEps}, nil
}

// outside is the store behind the filter, where that is not the table in memory. It
// is the hyphenator's store, whose look-ups return no error: the first one of the
// medium is kept, and no look-up follows it.
type outside struct {
	flagvalue.StoreNamed
	place  *flagvalue.StorePlace
	store  store.Store
	failed error

	word  string // looked up last
	value []byte // of the word
	found bool
}

// open opens the store with the exceptions and asks it for each: what is warm when it
// is measured is warm from then on.
func (t *Experiment) open(ctx context.Context, s flagvalue.StoreNamed, exceptions []knuthliang.Exception) (*outside, error) {
	keys, values := make([]string, len(exceptions)), make([]string, len(exceptions))
	for i, e := range exceptions {
		keys[i], values[i] = e.Word, valueOf(e.Breaks)
	}
	opened, err := t.place.Open(ctx, s, store.Entries{Keys: wordlist.Of(keys...), Values: wordlist.Of(values...)})
	if err != nil {
		return nil, errors.Join(err, t.place.Close())
	}
	o := &outside{StoreNamed: s, place: &t.place, store: opened}
	if err := o.check(exceptions); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

func (o *outside) check(exceptions []knuthliang.Exception) error {
	for _, e := range exceptions {
		breaks, ok := o.AppendBreaks(nil, e.Word)
		if o.failed != nil {
			return o.failed
		}
		if !ok || !slices.Equal(breaks, e.Breaks) {
			return fmt.Errorf("store %s: %q has the breaks %v, found %v: want %v", o.Name, e.Word, breaks, ok, e.Breaks)
		}
	}
	return nil
}

// Close ends the store and removes its temporary folder.
func (o *outside) Close() error {
	if o.store == nil {
		return nil
	}
	err := errors.Join(o.store.Close(), o.place.Close())
	o.store = nil
	return err
}

// valueOf is the value of an exception: its breaks in decimal, with a blank between.
func valueOf(breaks []int) string {
	text := make([]string, len(breaks))
	for i, b := range breaks {
		text[i] = strconv.Itoa(b)
	}
	return strings.Join(text, " ")
}

// named is an error of the store with its name, once.
func (o *outside) named(err error) error {
	front := "store " + o.Name + ": "
	if strings.HasPrefix(err.Error(), front) {
		return err
	}
	return fmt.Errorf("%s%w", front, err)
}

// get looks a word up. false after a failure.
func (o *outside) get(word string) bool {
	if o.failed != nil {
		return false
	}
	value, ok, err := o.store.Get(o.value[:0], word)
	if err != nil {
		o.failed = o.named(err)
		return false
	}
	o.word, o.value, o.found = word, value, ok
	return ok
}

// maskRunes is how many runes the mask of an answer has room for.
const maskRunes = 64

// Lookup implements knuthliang.Store.
func (o *outside) Lookup(word string) (mask uint64, ok bool) {
	if !o.get(word) {
		return 0, false
	}
	o.each(func(b int) {
		if b < maskRunes {
			mask |= 1 << b
		}
	})
	return mask, o.failed == nil
}

// AppendBreaks appends the breaks of word. Of the word that was looked up last they
// are there already: the store is not asked again.
func (o *outside) AppendBreaks(dst []int, word string) (breaks []int, ok bool) {
	if known := o.found && o.word == word; !known && !o.get(word) {
		return dst, false
	}
	o.each(func(b int) { dst = append(dst, b) })
	return dst, o.failed == nil
}

// each calls yield for each break of the value at hand. A value that is none of
// valueOf is a failure of the store.
func (o *outside) each(yield func(b int)) {
	if len(o.value) == 0 {
		return
	}
	b, digits := 0, 0
	for _, c := range o.value {
		switch {
		case c == ' ' && digits > 0:
			yield(b)
			b, digits = 0, 0
		case c >= '0' && c <= '9' && digits < 6: // a word has fewer than a million letters
			b, digits = 10*b+int(c-'0'), digits+1
		default:
			o.failed = fmt.Errorf("store %s: the value of %q is %q: want the breaks as they were written", o.Name, o.word, o.value)
			return
		}
	}
	if digits == 0 {
		o.failed = fmt.Errorf("store %s: the value of %q is %q: want the breaks as they were written", o.Name, o.word, o.value)
		return
	}
	yield(b)
}

// proof is what a section on the store must show.
func (o *outside) proof() measuring.Proof { return measuring.ProofOf(o.Kind, o.store) }

// temperature is that in words.
func (o *outside) temperature() string {
	return map[measuring.Proof]string{measuring.Cold: cold, measuring.Warm: warm}[o.proof()]
}

// Parameters of a run with a store.
const (
	storeParameter       = "store"
	mediumParameter      = "store_medium"
	temperatureParameter = "store_temperature" // of a disk
)

// Temperatures of a disk.
const (
	cold = "cold" // every look-up reads the device
	warm = "warm" // none does
)

// describe adds the store to the run.
func (o *outside) describe(m *runfolder.Meta) {
	m.Waits = o.Medium != store.Memory
	m.Columns = runfolder.Columns(m.Axes, measuring.StoreColumns()...)
	m.Parameters[storeParameter], m.Parameters[mediumParameter] = o.Name, string(o.Medium)
	if t := o.temperature(); t != "" {
		m.Parameters[temperatureParameter] = t
	}
	what := o.Title
	if !strings.Contains(what, "("+o.Name+")") {
		what += " (" + o.Name + ")"
	}
	m.Notes = append(slices.Clone(m.Notes), fmt.Sprintf("The exceptions are in a store of their own: %s. It stands filled: init is that of patterns and filter.", what))
	if note := store.NoteOf(o.store); note != "" {
		m.Notes = append(m.Notes, note)
	}
}

// What is measured otherwise with a store of --store behind the filter.

// exact is the store behind the filter.
func (b *bench) exact() knuthliang.Store {
	if b.outside != nil {
		return b.outside
	}
	return b.store
}

// lost is the error of the store's medium, if there was one.
func (b *bench) lost() error {
	if b.outside == nil {
		return nil
	}
	return b.outside.failed
}

// onStore times a section of the current cell with look-ups in the store, whose own
// count of them must be that of the pass.
func (b *bench) onStore(s experiment.Step, ops int, work func() error) (*experiment.Measurement, error) {
	o, c := b.outside, b.current
	before, err := o.store.Accesses()
	if err != nil {
		return nil, o.named(err)
	}
	m, err := measuring.OnStore(o.store, ops, o.proof(), work)
	if o.failed != nil { // which its counter may say once more
		return nil, o.failed
	}
	if err != nil {
		return nil, o.named(err)
	}
	after, err := o.store.Accesses()
	if err != nil {
		return nil, o.named(err)
	}
	counted := after - before
	if counted != int64(c.lookups) {
		return nil, fmt.Errorf("store %s: it counted %d look-ups where %d words were looked up", o.Name, counted, c.lookups)
	}
	if s.Cell.Metric != metric.Query {
		c.accesses = counted
	}
	return m, nil
}

// accesses is the metric of that name, of the pass measured before; in a run that was
// resumed in between, of another.
func (b *bench) accesses(s experiment.Step, c *instance) (*experiment.Measurement, error) {
	if c.accesses < 0 {
		if _, err := b.onStore(s, b.words.Len(), func() error { return b.pass(c, b.words)(0) }); err != nil {
			return nil, err
		}
	}
	return measuring.CountedOnStore(float64(c.accesses), "look-ups"), nil
}
