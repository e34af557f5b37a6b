package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/choose"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/machine"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newChooseCommand(p Program) *cobra.Command {
	o := newChooseOptions(p)
	cmd := &cobra.Command{
		Use:   "choose",
		Short: "Recommend a filter for your own keys, or none",
		Long: `Recommends one filter for your keys and queries, or no filter. It measures about
twenty structures on this machine. The answer gives the reasons, the
alternatives, the values for which it would be different, and a maintained Go
library. Of equally good library filters it names the smallest, or one that is
at most 5 % larger and at least a tenth faster. --importable ranks only these
filters, because a program cannot import those of hyphbench. -v prints all
structures, the details and the program too.

A filter is recommended only if the measurement shows that queries take less
time with it. By default the answer is the smallest filter that saves at least
98.5 % of the time that the fastest filter saves. --prefer=time recommends the
fastest filter. A first answer appears after one round. Further rounds check it
until --time is over (30 s).

The answer depends most on the cost of a lookup that finds nothing. Give this
cost with --miss-cost, or measure it with --store: on a store filled with your
keys, on a table of SQLite, or on a command. The command gets a line for each
key and prints one line, which is empty or 0 if there is no such key. Without
this cost, the answer is the cost above which a filter saves time. 'hyphbench
filters' lists the structures, and 'hyphbench stores' lists the stores.

--needs names abilities: delete, insert (keys are added later), growth (their
number is unknown), serialise (a file), concurrent (insertions during queries),
values, universe (all queries are known). --fp=error is for programs that do no
lookup after the filter, so that each false positive is an error. A limit such
as --memory=64KB also allows exact tables that fit.

--preset=NAME answers a documented decision of a real program, from recorded
measurements:
` + wrapNames(presetNames(), 80),
		Example: `  hyphbench choose --keys=words.txt --queries=my-words.txt --miss-cost=50us
  hyphbench choose --keys=words.txt --miss-cost=80us --needs=delete
  hyphbench choose --keys=words.txt --miss-cost=80us --go=keyfilter
  hyphbench choose --thesis-keys --store=map
  hyphbench choose --preset=lsm-table`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := idle(cmd.Flags()); err != nil {
				return err
			}
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			return o.run(cmd)
		},
	}
	cmd.Flags().SortFlags = false
	o.add(cmd.Flags())
	shorten(cmd, chooseShort, "null", "words", "store-line", "lifetime", "queries-per-build", "batch", "adversarial",
		"record", "map", "bits-per-key", "lang")
	return cmd
}

// chooseShort is the short help; the long one explains stores, needs and presets.
const chooseShort = `Recommends one filter for your keys and queries, or no filter, with the reasons
and the alternatives. The answer depends most on the cost of a lookup that finds
nothing: give it with --miss-cost, or measure it with --store. By default the
answer is the smallest filter that saves nearly as much time as the fastest.`

// Values of flags.
const (
	fpVerify, fpError = "verify", "error"

	preferSaving, preferTime, preferSize = "saving", "time", "size"
)

type chooseOptions struct {
	keys, queries, eps, missCost, needs, memory, perBuild, preset, format, html, record, words, module, chart string
	null, thesis, adversarial, quick, dry, importable                                                         bool
	behind                                                                                                    flagvalue.StoreChoice
	place                                                                                                     flagvalue.StorePlace
	members, perKey                                                                                           float64
	lifetime, time                                                                                            time.Duration
	batch                                                                                                     int
	fp, prefer, lang                                                                                          flagvalue.Choice
	seed                                                                                                      uint64
}

func newChooseOptions(p Program) *chooseOptions {
	return &chooseOptions{
		members: -1, batch: 1, fp: flagvalue.Choice{Value: fpVerify, Choices: []string{fpVerify, fpError}},
		lang:   flagvalue.Choice{Value: string(bilingual.English), Choices: words(bilingual.Langs())},
		prefer: flagvalue.Choice{Value: preferSaving, Choices: []string{preferSaving, preferTime, preferSize}}, time: chooseTime,
		format: string(table.Text), seed: 1, behind: flagvalue.StoreChoice{StoreList: flagvalue.StoreList{Known: p.stores()}},
	}
}

// add adds the flags.
func (o *chooseOptions) add(fs *pflag.FlagSet) {
	fs.StringVar(&o.keys, "keys", "", "file of your keys, one per line; - is standard input")
	fs.StringVar(&o.queries, "queries", "", "file of your queries, one per line; in their order, repetitions included")
	fs.BoolVarP(&o.null, "null", "0", false, "keys and queries end with zero bytes instead of line ends")
	fs.BoolVar(&o.thesis, "thesis-keys", false, "use the thesis's keys and word list; without --store also its store in memory")
	fs.StringVar(&o.words, "words", "", "word list for --thesis-keys (default: that of run thesis)")
	fs.StringVar(&o.eps, "eps", "", "false-positive rates to consider (default: 10%, 1%, 0.1%, 0.01%, 0.0001%; with --fp=error only the last)")
	fs.StringVar(&o.missCost, "miss-cost", "", "time of a lookup that finds nothing: 250ns, 50us, 2ms; with --batch, of one message")
	fs.Var(&o.behind, "store", "store on which to measure a lookup that finds nothing; map, direct, delay:50us … with your keys; or your own: sqlite:FILE:TABLE.COLUMN, exec:COMMAND")
	fs.StringVar(&o.behind.Line, "store-line", "", "line that the command of --store=exec gets for each key; {} is the key: \"GET {}\"")
	fs.Float64Var(&o.members, "members", o.members, "share of keys among the queries, 0 to 1 (default: that of --queries, or 0)")
	fs.Lookup("members").DefValue = "0" // -1 stands for "not given": the text of the flag says what then
	fs.StringVar(&o.needs, "needs", "", "abilities that the filter must have, such as delete,insert; a comma-separated list")
	fs.StringVar(&o.memory, "memory", "", "maximum memory of the filter: 64KB, 2MB, 1GB")
	fs.DurationVar(&o.lifetime, "lifetime", 0, "time for which a filter is kept; memory and processor time then have prices ($11.45 per GiB and $62.19 per thread, over three years)")
	fs.StringVar(&o.perBuild, "queries-per-build", "", "queries per construction, such as 1e6; the time to build then counts (default with --lifetime: one per key)")
	fs.IntVar(&o.batch, "batch", o.batch, "lookups in one message to the store")
	fs.Var(&o.fp, "fp", "what your program does if the filter says yes: verify = it looks the key up, error = it trusts the filter, so each false positive is an error")
	fs.Var(&o.prefer, "prefer", "what to recommend: saving = the smallest filter that saves nearly as much time as the fastest, time = the fastest, size = the smallest that saves time")
	fs.BoolVar(&o.importable, "importable", false, "rank only filters of maintained Go libraries, which your program can import")
	fs.BoolVar(&o.adversarial, "adversarial", false, "an adversary may choose queries: hash with a secret")
	fs.StringVar(&o.preset, "preset", "", "use a documented example instead of your keys and queries; all: all of them")
	fs.DurationVar(&o.time, "time", o.time, "begin no further round after this time; Ctrl-C also ends the measurement, with the answer so far")
	fs.BoolVar(&o.quick, "quick", false, "fewer rounds")
	fs.BoolVar(&o.dry, "dry-run", false, "print what would be measured, without measuring; also the duration")
	fs.Uint64Var(&o.seed, "seed", o.seed, "seed of the hash functions, samples and order of measurements")
	fs.StringVar(&o.format, "format", o.format, "text, markdown or json")
	fs.StringVar(&o.html, "html", "", "also write the answer as a page to this file")
	fs.StringVar(&o.module, "go", "", "new folder for a Go program that uses the recommended library; it builds the filter from your keys, saves, loads and queries it")
	fs.StringVar(&o.record, "record", "", "measure the record of costs behind the presets, and write it to this file")
	fs.StringVar(&o.chart, "map", "", "draw the answers by number of keys and time of a miss to this SVG, PNG or PDF; costs are those of the record")
	fs.Float64Var(&o.perKey, "bits-per-key", 0, "with --map: maximum memory of the filter, in bits per key; 0: any")
	fs.Var(&o.lang, "lang", "with --map: language of the figure")
	flagvalue.MarkFiles(fs, "map", "keys", "queries", "words", "html", "go", "record")
}

// Rounds of a measurement, over all candidates and over those that may be the best, and its
// time.
const (
	chooseRounds, chooseFinals           = 2, 20
	chooseQuickRounds, chooseQuickFinals = 1, 7
	chooseTime                           = 30 * time.Second
)

func (o *chooseOptions) run(cmd *cobra.Command) error {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	if o.format == string(table.CSV) {
		return usage.Wrong(errors.New("--format=csv: the answer is not a table: want text, markdown or json"))
	}
	if o.module != "" {
		if err := choose.UseFolder(o.module); err != nil {
			return fmt.Errorf("--go: %w", err)
		}
	}
	switch {
	case o.record != "":
		return o.makeRecord(cmd)
	case o.chart != "":
		return o.drawMap(cmd)
	case o.preset != "":
		return o.answerPresets(cmd)
	}
	a, err := o.answer(cmd)
	if err != nil || a == nil {
		return err
	}
	return o.write(cmd, a)
}

// answer measures, and decides; nil where it is only said what would be measured.
func (o *chooseOptions) answer(cmd *cobra.Command) (a *choose.Answer, err error) {
	q, err := o.question()
	if err != nil {
		return nil, usage.Wrong(err)
	}
	w, err := o.workload(cmd)
	if err != nil {
		return nil, err
	}
	if w.Members == 1 && o.queries != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "hyphbench: every query is a key: a filter can reject none of them, so no filter saves a lookup")
	}
	assumed := append(w.Notes, o.complete(&q, w)...)
	structures, err := o.ranked(q)
	if err != nil {
		return nil, err
	}
	candidates, out, err := q.Candidates(structures, w.Universe())
	if err != nil {
		return nil, err
	}
	if len(candidates) == 0 {
		return choose.NewAnswer(q, nil, out, assumed, "Nothing was measured.")
	}
	plan := o.plan(w, candidates)
	if o.dry {
		fmt.Fprintln(cmd.OutOrStdout(), plan)
		return nil, nil
	}
	fmt.Fprintln(cmd.ErrOrStderr(), "hyphbench: "+plan)
	m := machine.Describe(cmd.Context())
	painter := harness.NewPainter(cmd.ErrOrStderr())
	how := o.how()
	how.Progress = visits(painter)
	how.Provisional = func(c *choose.Costs) {
		known := q
		known.Know(c)
		if a, err := choose.NewAnswer(known, c.Offers, nil, nil, ""); err == nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "hyphbench: so far: "+a.Headline)
		}
	}
	named, there := o.store()
	if there {
		defer func() { err = errors.Join(err, o.place.Close()) }()
		if how.Store, err = o.openStore(cmd, named, w); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, how.Store.Close()) }()
	}
	c, err := choose.Measure(cmd.Context(), q, w, candidates, how)
	painter.Finish()
	if err != nil {
		return nil, err
	}
	if q.Know(c); there {
		assumed = append(assumed, o.storeNote(named, how.Store, q))
	}
	if a, err = choose.NewAnswer(q, c.Offers, slices.Concat(out, c.Failed), assumed, origin(m, c)); err == nil {
		a.Warnings = append(provisional(c), loads(m)...)
	}
	return a, err
}

// ranked are the structures that the answer may name, and the libraries' filters.
func (o *chooseOptions) ranked(q choose.Question) ([]filter.Structure, error) {
	if o.importable {
		return choose.Importable(q), nil
	}
	list, err := considered()
	return append(list, choose.Measured()...), err
}

// plan says what is measured, and how long that takes.
func (o *chooseOptions) plan(w *choose.Workload, candidates []choose.Candidate) string {
	text := fmt.Sprintf("%s keys, %s structures and rates; ", axis.Grouped(w.Keys.Len()), axis.Grouped(len(candidates)))
	if n := w.Sampled(); n > 0 {
		text += fmt.Sprintf("which may be the best is measured with a sample of %s keys; ", axis.Grouped(n))
	}
	if o.time == 0 {
		return text + "until it is clear which is the best"
	}
	return text + fmt.Sprintf("a provisional answer after the first round, the final one once it is clear, after %s at most (--time)", harness.ShortTime(o.time))
}

// origin says where costs are from.
func origin(m machine.Machine, c *choose.Costs) string {
	text := fmt.Sprintf("Measured on %s in %d short rounds over all", time.Now().UTC().Format(time.DateOnly), c.Screened)
	if c.Sample > 0 {
		text += fmt.Sprintf(" with a sample of %s keys", axis.Grouped(c.Sample))
	}
	if c.Rounds > 0 {
		text += fmt.Sprintf(", and %d long ones of those that may be the best", c.Rounds)
	}
	switch {
	case c.Sample == 0:
	case !c.OnSample:
		text += " with all keys"
	case c.Cut == "":
		text += " with the sample too: it decides as well, since the answer is the same should queries take five times as long with all keys"
	default:
		text += " with the sample too"
	}
	text += ": " + m.Line() + "."
	for _, cut := range provisional(c) {
		text += " " + cut
	}
	for _, load := range loads(m) {
		text += " But " + load
	}
	return text
}

// provisional says why costs are, if they are.
func provisional(c *choose.Costs) []string {
	if c.Cut == "" {
		return nil
	}
	return []string{"Provisional: " + c.Cut + "; --time=2m measures longer."}
}

// loads are the warnings of what else the machine did.
func loads(m machine.Machine) (list []string) {
	for _, warning := range machine.Warnings(m) {
		if warning.Code == "load" {
			list = append(list, warning.String()+".")
		}
	}
	return list
}

// how is how much is measured.
func (o *chooseOptions) how() choose.How {
	how := choose.How{Rounds: chooseRounds, Finals: chooseFinals, Time: o.time, Seed: o.seed}
	if o.quick {
		how.Rounds, how.Finals = chooseQuickRounds, chooseQuickFinals
	}
	return how
}

func (o *chooseOptions) write(cmd *cobra.Command, a *choose.Answer) error {
	if err := o.writeModule(cmd, a); err != nil {
		return fmt.Errorf("--go: %w", err)
	}
	if o.html != "" {
		var page strings.Builder
		if err := a.WriteHTML(&page); err != nil {
			return err
		}
		if err := runfolder.WriteFile(o.html, []byte(page.String())); err != nil {
			return err
		}
	}
	if o.format == string(table.JSON) {
		return table.WriteJSON(cmd.OutOrStdout(), a)
	}
	if o.module != "" && a.Obtainable != nil {
		a.Obtainable.Code = "" // it is in the module
	}
	page := a.Page()
	if o.format == string(table.Text) && !table.Verbose(cmd.OutOrStdout()) {
		page = a.Brief(o.module == "")
	}
	return table.Write(cmd.OutOrStdout(), page, table.Format(o.format))
}

// writeModule writes the answer as a Go module, and says what is in it, or why there is none. The
// answer says what to do with it.
func (o *chooseOptions) writeModule(cmd *cobra.Command, a *choose.Answer) error {
	if o.module == "" {
		return nil
	}
	files, err := a.WriteModule(o.module)
	switch {
	case err != nil:
		return err
	case files == nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: --go=%s is not written: there is no library to take\n", o.module)
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s: %s\n", o.module, strings.Join(files, ", "))
		a.SayModule(o.module)
	}
	return nil
}

// visits shows the progress of a measurement.
func visits(p *harness.Painter) func(choose.Progress) {
	return func(at choose.Progress) {
		p.Paint(experiment.Progress{Done: at.Done, Total: at.Total, Rows: at.Done, AllRows: at.Total,
			Step: experiment.Step{Round: at.Round, Weight: at.Weight}, Left: func() (time.Duration, bool) {
				left, known := p.Even(at.Done, at.Total)()
				if at.Left >= 0 {
					left = min(left, at.Left)
				}
				return left, known
			}})
	}
}
