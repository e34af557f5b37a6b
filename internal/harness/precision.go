package harness

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/glossary"
	"hyphbench/internal/machine"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/usage"
)

// precision decides how many rounds a run has, and by what builds of the program
// they are measured.
type precision struct {
	resolve flagvalue.Share
	time    time.Duration
	layouts flagvalue.AtLeast
	against against
	decide  bool
	pin     string // processor to keep the measuring thread on

	// Of a process that measures a part of a run by several builds.
	layout  int    // its own layout, from 1
	until   int    // its last round
	program string // checksum of the first layout's program, by which the builds are one
}

// pinFirst is --pin of a task, which learns only when it runs what it may use.
const pinFirst = "first"

// maxRounds bounds a run that is to reach a precision.
const maxRounds = 1000

func (p *precision) flags(fs *pflag.FlagSet) {
	fs.Var(&p.resolve, "resolve", "measure until this difference is detectable; 1%: until no 95 % interval of a ratio between structures is wider than 1 % (instead of --reps)")
	fs.DurationVar(&p.time, "time", 0, "begin no further round after this time; 10m, or a number of seconds; two rounds are measured in any case")
	fs.StringVar(&p.pin, "pin", "", "pin the measuring thread to one processor: 1, or first, the first that this process may use (Linux; docs/measuring.md says how to free one)")
	p.layouts = flagvalue.AtLeast{Least: 0, Why: "want 2 or more, or 0 for the program as it is"}
	fs.Var(&p.layouts, "layouts", "measure this number of builds of the program; each has its functions in another order; --resolve adds as many builds as it needs; needs Go, and hyphbench's source in the working directory")
	fs.StringVar(&p.against.text, againstFlag, "", "also measure `BUILD`, alternately with this one; a program file, or a revision of hyphbench's source in the working directory; 'hyphbench compare' shows the ratios")
	flagvalue.MarkFiles(fs, againstFlag)
	fs.BoolVar(&p.decide, "decide", false, "test at most three times whether two structures differ in one metric, and end when they do: 'hyphbench versus' sets it")
	fs.Lookup("decide").Hidden = true
}

// inTurns reports whether several builds measure the run, and this process has them do so.
func (p *precision) inTurns() bool {
	return p.layout == 0 && (p.layouts.Value > 0 || p.against.given())
}

// Flags by which a run with layouts tells a process of its own what to measure.
const (
	layoutFlag  = "layout"
	untilFlag   = "until"
	programFlag = "program"
)

// IsPart reports whether an argument or the name of a flag is one of these.
func IsPart(arg string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
	return name == layoutFlag || name == untilFlag || name == programFlag
}

func (p *precision) partFlags(fs *pflag.FlagSet) {
	fs.IntVar(&p.layout, layoutFlag, 0, "")
	fs.IntVar(&p.until, untilFlag, 0, "")
	fs.StringVar(&p.program, programFlag, "", "")
	for _, name := range []string{layoutFlag, untilFlag, programFlag} {
		fs.Lookup(name).Hidden = true
	}
}

// parameters of a run whose rounds are not those of --reps alone.
func (p *precision) parameters(m *runfolder.Meta) {
	if p.layout > 0 {
		m.Build["sha256"] = p.program
	}
	if p.resolve.Value > 0 {
		m.SetParameter(runfolder.Resolve, p.resolve.String())
	}
	if p.time > 0 {
		m.SetParameter(runfolder.Time, p.time.String())
	}
	if p.decide {
		m.SetParameter(runfolder.Decide, fmt.Sprintf("in %d looks", stats.Looks))
	}
	if p.layouts.Value > 0 {
		m.SetParameter("layouts", p.layouts.String())
	}
	if p.against.given() {
		m.SetParameter(runfolder.Against, p.against.name())
	}
}

// open reports whether the precision decides on the number of rounds.
func (p *precision) open() bool { return p.resolve.Value > 0 || p.time > 0 }

// given reports whether something other than --reps decides on the rounds.
func (p *precision) given() bool { return p.open() || p.layouts.Value > 0 || p.against.given() }

// firstGiven is the flag by which it is given.
func (p *precision) firstGiven() string {
	switch {
	case p.resolve.Value > 0:
		return "resolve"
	case p.time > 0:
		return "time"
	case p.layouts.Value > 0:
		return "layouts"
	}
	return againstFlag
}

// take has a bench measure to the precision from its plan on, and refuses what it cannot.
func (p *precision) take(bench experiment.Bench, meta *runfolder.Meta) error {
	if !p.given() {
		return nil
	}
	rounds, ok := bench.(experiment.InRounds)
	switch {
	case !meta.Paired():
		return usage.Errorf("--%s: the design %s measures one cell after the other and has no rounds: want the design %s", p.firstGiven(), meta.Design, runfolder.Interleaved)
	case !ok:
		return usage.Errorf("--%s: %s has a fixed number of rounds: want --reps", p.firstGiven(), meta.Experiment)
	case p.layouts.Value == 1:
		return usage.Errorf("--layouts=1: %s", p.layouts.Why)
	}
	rounds.SetRounds(meta.Reps)
	return nil
}

// measured is what a look at a run sees.
type measured struct {
	rounds int           // complete
	took   time.Duration // that measuring them took in this session
	fresh  int           // of the rounds, those of this session
	look   look
}

// look says how narrow the ratios of a run are, as far as it is measured.
type look func() (compare.Precision, error)

// summary sums up the run in a folder, as far as it is measured.
func (r *Run) summary(dir string) (*report.Summary, error) {
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	return report.Summarize(run, glossary.OfReading(r.Experiment.Title(), experiment.ReadingOf(r.Experiment, &run.Meta)))
}

// precisionOf is that of the ratios between structures.
func precisionOf(s *report.Summary, err error) (compare.Precision, error) {
	if err != nil {
		return compare.Precision{}, err
	}
	return compare.PrecisionOf(s)
}

// plan is a precision to reach: it says after how many rounds the run is looked at
// next.
type plan struct {
	*precision
	stderr   io.Writer
	planned  int // by --reps
	before   int // rounds of earlier sessions
	start    time.Time
	spent    time.Duration // by earlier sessions
	looks    int
	decision *decision // nil without --decide
	unit     string    // what is counted: rounds, or parts of them
	note     string    // what the run records at its end
}

// What is counted on the way to a precision.
const (
	unitRounds = "rounds"
	unitParts  = "parts"
)

// plan begins the measuring of a run that has some rounds already.
func (p *precision) plan(stderr io.Writer, planned, before int) *plan {
	return &plan{precision: p, stderr: stderr, planned: planned, before: before, start: time.Now(), unit: unitRounds}
}

// elapsed is the time of all sessions, of which --time is the limit.
func (p *plan) elapsed() time.Duration { return p.spent + time.Since(p.start) }

// follow has rounds measured until there are enough. measure measures up to that
// many of them.
func (p *plan) follow(measure func(rounds int) (look, error)) error {
	for n := p.first(p.before); ; {
		look, err := measure(n)
		if err != nil {
			return err
		}
		next, err := p.next(measured{n, time.Since(p.start), n - p.before, look})
		if err != nil || next <= n {
			return err
		}
		n = next
	}
}

// first is the number of rounds before the first look.
func (p *plan) first(rounds int) int {
	switch {
	case p.resolve.Value > 0 && p.time > 0: // which the pilot may take
		return max(rounds, 2)
	case p.resolve.Value > 0:
		return max(rounds, stats.Pilot)
	case p.decide:
		return max(rounds, 2)
	case p.time > 0:
		return max(rounds, min(2, p.planned))
	}
	return p.planned
}

// next is the number of rounds to go on to; no more than measured when the run
// is at its end.
func (p *plan) next(m measured) (int, error) {
	if !p.open() {
		return m.rounds, nil
	}
	perRound := m.took / time.Duration(max(1, m.fresh))
	fits := maxRounds
	switch {
	case p.time > 0 && m.fresh == 0: // nothing is known of this session's rounds
		fits = m.rounds + 1
	case p.time > 0:
		fits = m.rounds + max(0, int((p.time-p.elapsed())/max(1, perRound)))
	}
	if p.decision != nil {
		return p.decided(m, perRound, fits)
	}
	if p.resolve.Value == 0 {
		n := min(p.planned, fits)
		if n <= m.rounds && n < p.planned {
			p.say("the time of --time=%s is over after %d of %d rounds", p.time, m.rounds, p.planned)
		}
		return n, nil
	}
	if p.note != "" { // the last rounds were measured
		return m.rounds, nil
	}
	if m.rounds < stats.Pilot && fits > m.rounds {
		return min(stats.Pilot, fits), nil
	}
	precision, err := m.look()
	if errors.Is(err, compare.ErrNoRatio) {
		return 0, usage.Errorf("--resolve: %w", err)
	}
	if err != nil {
		return 0, err
	}
	want := p.resolve.Value.Float() / 2 // on either side
	p.looks++
	seen := fmt.Sprintf("after %d %s, the widest of %d intervals (%s) is ±%.2g %%", m.rounds, p.unit, precision.Ratios, precision.Widest, 100*precision.Half)
	if precision.Half <= want {
		n := min(stats.Last(m.rounds), max(m.rounds, fits))
		p.say("--resolve=%s is reached in %d looks: %s; measured on to %d %s without a look", Percent(p.resolve), p.looks, seen, n, p.unit)
		return n, nil
	}
	n := stats.NextLook(m.rounds, precision.Half, want)
	if total := stats.Last(n); total <= fits {
		fmt.Fprintf(p.stderr, "hyphbench: %s; --resolve=%s needs about %d %s, %s more\n", seen, Percent(p.resolve), total, p.unit,
			(time.Duration(total-m.rounds) * perRound).Round(time.Second))
		return p.nearer(n, m.rounds), nil
	}
	limit := fmt.Sprintf("%d %s", maxRounds, p.unit)
	if p.time > 0 {
		limit = inWords(p.time)
	}
	if fits > m.rounds {
		fmt.Fprintf(p.stderr, "hyphbench: %s; --resolve=%s would need about %d %s (%s), more than %s: measuring on to that\n", seen, Percent(p.resolve),
			stats.Last(n), p.unit, (time.Duration(min(stats.Last(n), 1e6)) * perRound).Round(time.Second), limit)
		return min(p.nearer(n, m.rounds), fits), nil
	}
	p.say("this machine cannot resolve %s %% within %s: %s", p.resolve.Value.Percent(), limit, seen)
	return m.rounds, nil
}

// inWords is a limit of --time within a sentence: "25 minutes", "20h30m".
func inWords(limit time.Duration) string {
	if minutes := limit / time.Minute; limit == minutes*time.Minute && 2 <= minutes && minutes < 120 {
		return fmt.Sprintf("%d minutes", minutes)
	}
	text := limit.String()
	if limit%time.Minute == 0 {
		text = strings.TrimSuffix(text, "0s")
	}
	return text
}

// nearer is where a run with layouts, or in parts, is looked at again on the way to n: its first
// look sees few of them, whose spread says little of that of many.
func (p *plan) nearer(n, rounds int) int {
	if p.layouts.Value == 0 && p.unit != unitParts {
		return n
	}
	return min(n, 3*rounds)
}

// say prints what the run records.
func (p *plan) say(format string, args ...any) {
	p.note = fmt.Sprintf(format, args...)
	fmt.Fprintln(p.stderr, "hyphbench: "+p.note)
}

// Percent is a rate as the messages have it.
func Percent(r flagvalue.Share) string { return r.Value.Percent() + "%" }

// processor is the one of --pin, 0 without.
func (p *precision) processor() (int, error) {
	if p.pin == "" {
		return 0, nil
	}
	if p.pin == pinFirst {
		usable := machine.Processors()
		if len(usable) == 0 {
			return 0, fmt.Errorf("--pin=%s: this system does not say which processors a process may use: want Linux", p.pin)
		}
		return usable[0], nil
	}
	processor, err := strconv.Atoi(p.pin)
	if err != nil || processor < 0 {
		return 0, usage.Errorf("--pin=%s: want the number of a processor, from 0, or %s", p.pin, pinFirst)
	}
	return processor, nil
}

// pinned is that processor as a run records it, empty without.
func (p *precision) pinned() string {
	if processor, err := p.processor(); err == nil && p.pin != "" {
		return strconv.Itoa(processor)
	}
	return p.pin
}

// keep keeps the calling thread on the processor of --pin. The thread stays
// locked: it ends with the run.
func (p *precision) keep() error {
	if p.pin == "" {
		return nil
	}
	processor, err := p.processor()
	if err != nil {
		return err
	}
	runtime.LockOSThread()
	if err := machine.Pin(processor); err != nil {
		runtime.UnlockOSThread()
		if usable := machine.Processors(); len(usable) > 0 && !slices.Contains(usable, processor) {
			err = errors.New("this process may not use it, or there is no such processor")
		}
		return fmt.Errorf("--pin=%d: %w: want one of the %d processors of this machine, from 0", processor, err, runtime.NumCPU())
	}
	return nil
}
