// Package semijoin joins two tables on two nodes of a network. How many bytes are sent if one
// node first sends the other a list of its keys, or a filter of them?
//
// Guarantee: both nodes' answers are compared with those of a plain join of the two tables; a
// join that differs in one row ends the run. Bytes are counted where the nodes write them to
// their sockets, frames included. Tables and hash functions of a round depend on the seed and
// on the round alone, and are the same for all methods.
// Cost: see --dry-run; about 400 bytes per row of a table in memory, and as much while it is
// shipped.
// Source: the thesis, section 3.5.2; Mullin, Optimal semijoins for distributed database systems
// (IEEE Transactions on Software Engineering 16(5), 1990); Reynolds, Vahdat 2003 for lists of
// passages; Mosharraf, Adnan 2022, whom the thesis's drafts cite without a sentence, for cuckoo
// filters instead of Bloom filters.
//
// A trial joins a pair of tables or the lists of two words (tables.go) with a
// method (methods.go). join.go has the work of the nodes, and measure.go measures it. Another
// kind of trial asks which of many nodes has a key (lookups.go).
package semijoin

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/glossary"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// Names in the rows of the experiment.
const (
	shipAll        = "ship-all"
	keyList        = "keys"
	smallestFilter = "smallest"
	bloom          = "bloom"
	ribbon         = "ribbon"
	cuckoo         = "cuckoo"
	bloomAgain     = "bloom-again"
	bloomList      = "bloom-list"

	N           axis.CountAxis = "n"
	Selectivity axis.ShareAxis = "selectivity"
	Deleted     axis.ShareAxis = "deleted"
	Query       axis.NameAxis  = "query"

	columnStructure = "structure" // of a filter
)

// Metrics of the experiment's own, in the order of display. Bytes are those of all messages,
// frames included; what was told is in the first of them.
var (
	metrics metric.List

	Bytes   = kilobytes("bytes", "bytes of a join", "bytes de uma junção")
	Told    = kilobytes("told", "bytes of the keys or their filter", "bytes das chaves ou do filtro delas")
	Removed = metrics.Number("removed", "rows", "rows shipped for nothing", "linhas transmitidas em vão") // for want of a partner
	_       = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	Time    = metrics.Time("time", "join", "one join over loopback", "uma junção na própria máquina")

	ChangedBytes   = kilobytes("changed_bytes", "bytes of a join while keys are deleted", "bytes de uma junção enquanto chaves são removidas")
	ChangedRemoved = metrics.Number("changed_removed", "rows", "rows shipped for nothing while keys are deleted", "linhas transmitidas em vão enquanto chaves são removidas")
	ChangedTime    = metrics.Time("changed_time", "join", "one join over loopback while keys are deleted", "uma junção na própria máquina enquanto chaves são removidas")
	LookupBytes    = kilobytes("lookup_bytes", "bytes of lookups among nodes, filters included", "bytes de consultas entre nós, incluindo os filtros")
	LookupVain     = metrics.Number("lookup_in_vain", "nodes", "nodes asked in vain per lookup", "nós perguntados em vão por consulta")
	SearchBytes    = kilobytes("search_bytes", "bytes of a search for two words", "bytes de uma busca por duas palavras")
	SearchRemoved  = metrics.Number("search_removed", "passages", "passages shipped for nothing in a search", "passagens transmitidas em vão em uma busca")
)

func kilobytes(name runfolder.Metric, english, portuguese string) runfolder.Metric {
	return metrics.Add(metric.Definition{Name: name, Rows: "bytes", Unit: "kB", Factor: 1e-3, Title: english, Portuguese: portuguese})
}

// Each rate is 10^(1/5) times the one before, rounded as preferred numbers.
const defaultEps = "0.01%,0.016%,0.025%,0.04%,0.063%,0.1%,0.16%,0.25%,0.4%,0.63%,1%,1.6%,2.5%,4%,6.3%,10%"

// joining is what is joined, as the flags say.
type joining struct {
	key, payload flagvalue.AtLeast
	filters      flagvalue.StructureList
	sent         []filter.Structure // those of the filters that can be
	queries      queryList
	text         trial.Path
	search       postings
	least        []named       // smallest filters
	passes       map[place]int // joins in a timed section
}

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &joining{
		key:     flagvalue.AtLeast{Value: 16, Least: 8, Why: "the keys of a table are distinct"},
		payload: flagvalue.AtLeast{Value: 100},
		queries: queryList{"lord+god", "house+israel", "king+david", "heaven+earth", "begat+sons", "bread+wine", "light+darkness", "faith+works"},
	}
	// That the default parses is tested.
	_ = x.filters.Set("bloom,blocked,cuckoo,fuse,ribbon")
	return trial.New(trial.Spec{
		Name: "semijoin", Title: "a join of two nodes' tables: what a filter of the keys saves", Help: help,
		Axes: []trial.Axis{
			{Of: N, Default: "1e4,1e5,1e6", Quick: "1e4,1e5", Usage: "rows of each of the two tables: 1e3..1e6:x10, 5000,1e5", About: "rows of each of the two tables"},
			{Of: Selectivity, Default: "0.1%,1%,10%,30%,60%,90%,100%", Quick: "1%,10%,90%,100%",
				Usage: "shares of a table's rows that have a partner in the other: 1%,10%,100%",
				About: "share of a table's rows that have a partner in the other"},
			{Of: axis.Eps, Default: defaultEps, Quick: "0.01%,0.1%,0.25%,0.63%,1%,2.5%,10%", Usage: "false-positive rates of the filters"},
			{Of: Deleted, Default: "0.1%,1%,10%,50%", Quick: "1%,50%", Usage: "shares of a table's rows that are deleted after their filter was sent: 1%,10%",
				About: "share of a table's rows that were deleted once their filter was sent"},
			{Of: Query, Values: func() []string { return x.queries }, About: "two words that are searched for"},
		},
		Flags: []trial.Flag{
			{Name: "key-bytes", Value: &x.key, Usage: "bytes of a key, 8 or more"},
			{Name: "payload", Value: &x.payload, Usage: "bytes of a row beside its key"},
			{Name: "filter", Value: &x.filters, Usage: "filters to send: names, a comma-separated list; exact structures and those without a file are left out"},
			{Name: "queries", Value: &x.queries, Quick: "lord+god,bread+wine", Usage: "pairs of words, whose lists of passages are joined"},
			{Name: "text", Value: &x.text, File: true, Usage: "file whose lines are the passages (default: the verses of the King James Bible)"},
		},
		Reps:    trial.Reps{Default: 10, Least: 2, Why: "an interval over tables needs at least 2", Quick: "3", Usage: "pairs of tables for each point, 2 or more"},
		Seed:    "seed of tables, hash functions and the order of the rounds",
		Quick:   "smaller tables, fewer points and pairs: less than half a minute",
		Methods: beside(),
		Metrics: metrics,
		Words: map[string]string{
			"selectivity": "seletividade",
			"deleted":     "removidas",
			"query":       "busca",
			"passages":    "passagens",
			"Left out, since they cannot be sent: *.": "Omitidas, pois não podem ser enviadas: *.",
			"rows":                            "linhas",
			"nodes":                           "nós",
			"*/join":                          "*/junção",
			"The smallest of the program: *.": "O menor do programa: *.",
			"The smallest filter of the program is the *.":                                 "O menor filtro do programa é: *.",
			"The smallest filter of the program is one of these, according to n and ε: *.": "O menor filtro do programa é um destes, conforme n e ε: *.",
		},
		Headlines: []answer.Headline{{Metric: Bytes, To: shipAll, By: string(Selectivity)}, {Metric: Time, To: shipAll, By: string(N)}},
		Claims:    claims(),
		Figures:   figures,
		Prepare:   x.prepare,
		Trials:    x.trials,
		Order:     order,
		Like: func(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
			s.Round = min(s.Round, 1)
			return r.Fewer(s, N, 100_000) // of more rows a join takes as much longer
		},
		Columns: append([]runfolder.Field{
			{Name: runfolder.ProcessCPUColumn, Type: "integer", Description: "CPU time of all threads of the process in the section, in ns"},
			{Name: columnStructure, Type: "string", Description: "structure of the filter; empty where none is shipped"},
		}, measuring.SectionFields()...),
		Waits: true,
	})
}

// beside are the methods of a run beside its filters.
func beside() []trial.Method {
	return []trial.Method{
		{Name: bloomAgain, Title: bilingual.Text{EN: "Bloom filter, sent again", PT: "Bloom filter, enviado de novo"}},
		{Name: bloomList, Title: bilingual.Text{EN: "Bloom filter and a list of deleted keys", PT: "Bloom filter e uma lista das chaves removidas"}},
		{Name: smallestFilter, Title: bilingual.Text{EN: "smallest filter of the program", PT: "menor filtro do programa"}},
		{Name: keyList, Title: bilingual.Text{EN: "list of the keys", PT: "lista das chaves"}},
		{Name: shipAll, Baseline: true, Title: bilingual.Text{
			EN: "all rows (one table is shipped whole)", PT: "todas as linhas (uma tabela é transmitida inteira)"}},
	}
}

// Bounds of a list of keys, which is one message, and of a table.
const (
	messageBytes = 1 << 29
	tableBytes   = 1 << 34
)

// Parameters that claims and figures read.
const (
	parameterKey = "key_bytes"
	parameterRow = "row_bytes"
)

func (x *joining) prepare(r *trial.Run) error {
	for _, n := range r.Counts(N) {
		switch {
		case n == 0:
			return errors.New("--n: a table of 0 rows joins nothing: want 1 or more")
		case x.key.Value > messageBytes/n:
			return fmt.Errorf("--n=%d: a list of so many keys of %d bytes is too long for a message: want at most %d bytes of keys", n, x.key.Value, messageBytes)
		case x.payload.Value > tableBytes/n:
			return fmt.Errorf("--n=%d: a table of so many rows with %d bytes is too large: want at most %d bytes", n, x.payload.Value, tableBytes)
		}
	}
	if list := r.Shares(Deleted); list[0] <= 0 || list[len(list)-1] >= 1 {
		return fmt.Errorf("--deleted=%s: want shares above 0 and below 1", r.Text(Deleted))
	}
	text, err := corpus.LoadPassages(string(x.text))
	if err != nil {
		return err
	}
	if x.search, err = search(text, x.queries); err != nil {
		return err
	}
	r.Inputs = append(r.Inputs, text.Input)
	x.sent = r.Choose(x.filters.Structures, func(s filter.Structure) bool {
		return s.Open != nil && !s.Exact && !s.Closed && !s.Negatives
	}, "cannot be sent")
	if len(x.sent) == 0 {
		return errors.New("--filter: none of the structures can be sent: want some such as bloom, cuckoo")
	}
	r.Methods = append(trial.Methods(x.sent...), beside()...)
	x.least, x.passes = nil, map[place]int{}
	var titles []string
	for _, p := range x.places(r) {
		if p.method != smallestFilter || x.smallestAt(p) != nil {
			continue
		}
		s, err := smallest(r.Context, p.n, p.rate, r.Seed)
		if err != nil {
			return err
		}
		x.least = append(x.least, named{p.n, p.rate, s})
		if title := glossary.StructureTitle(s.name); !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	r.Notes = append(r.Notes, smallestNote(titles))
	r.Parameters[parameterKey] = x.key.String()
	r.Parameters[parameterRow] = strconv.Itoa(x.key.Value + x.payload.Value)
	return nil
}

// smallestNote names the filters that stand for the smallest one of the program.
func smallestNote(titles []string) string {
	if len(titles) == 1 {
		return "The smallest filter of the program is the " + titles[0] + "."
	}
	return "The smallest filter of the program is one of these, according to n and ε: " + strings.Join(titles, "; ") + "."
}

// middleRate is the ε around which the other axes are varied.
const middleRate = axis.Per / 100

// place is a method of joining at a point; rate is 0 of one without a filter.
type place struct {
	method  string
	n       int
	share   float64
	rate    axis.Rate
	deleted float64 // of the rows, meanwhile
	query   string  // in place of tables
	lookup  bool    // of each key among nodes, in place of a join
}

// reported are the metrics of what is joined; of lists none is a time.
type reported struct{ bytes, removed, time runfolder.Metric }

func (p place) reported() reported {
	switch {
	case p.lookup:
		return reported{bytes: LookupBytes, removed: LookupVain}
	case p.query != "":
		return reported{bytes: SearchBytes, removed: SearchRemoved}
	case p.deleted > 0:
		return reported{ChangedBytes, ChangedRemoved, ChangedTime}
	}
	return reported{Bytes, Removed, Time}
}

// at is where a place is on the axes of a run.
func (p place) at() []axis.Place {
	switch {
	case p.query != "":
		return []axis.Place{Query.At(p.query), axis.Eps.At(p.rate)}
	case p.lookup:
		return []axis.Place{N.At(p.n), axis.Eps.At(p.rate), Deleted.At(p.deleted)}
	case p.deleted > 0:
		return []axis.Place{N.At(p.n), Selectivity.At(p.share), axis.Eps.At(p.rate), Deleted.At(p.deleted)}
	}
	return []axis.Place{N.At(p.n), Selectivity.At(p.share), axis.Eps.At(p.rate)}
}

// places are those of the run: one axis is varied at a time, and that of ε is for
// filters.
func (x *joining) places(r *trial.Run) (list []place) {
	methods := []string{shipAll, keyList}
	for _, s := range x.sent {
		methods = append(methods, s.Name)
	}
	add := func(p place, methods ...string) {
		rate := p.rate
		for _, p.method = range methods {
			if p.rate = rate; p.method == shipAll || p.method == keyList {
				p.rate = 0
			}
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	for _, at := range r.Around(Selectivity.At(0.01), N.At(100_000), axis.Eps.At(middleRate)) {
		add(place{n: at.Int(N), share: at.Share(Selectivity), rate: at.Rate(axis.Eps)}, append(methods, smallestFilter)...)
	}
	rate := workload.Middle(r.Rates(axis.Eps), middleRate)
	tenth := place{n: workload.Middle(r.Counts(N), 100_000), share: workload.Middle(r.Shares(Selectivity), 0.1), rate: rate}
	for _, tenth.deleted = range r.Shares(Deleted) {
		add(tenth, append(methods[1:], bloomAgain, bloomList)...)
		add(place{n: tenth.n, rate: rate, deleted: tenth.deleted, lookup: true}, append(methods[1:], bloomAgain, bloomList)...)
	}
	for _, query := range x.queries {
		add(place{query: query, rate: rate}, methods...)
	}
	return list
}

// roundsOfMillion is how many pairs of tables a million rows have at most.
const roundsOfMillion = 5

// trials join the tables of each place once.
func (x *joining) trials(r *trial.Run) (list []trial.Trial) {
	rate := workload.Middle(r.Rates(axis.Eps), middleRate)
	for _, p := range x.places(r) {
		m := p.reported()
		reports := []runfolder.Metric{m.bytes}
		tables := p.query == "" && p.deleted == 0
		if tables && p.method != shipAll {
			reports = append(reports, Told)
		}
		if p.rate > 0 {
			reports = append(reports, m.removed)
		}
		if tables && p.rate > 0 {
			reports = append(reports, metric.FPRTheory)
		}
		if m.time != "" && (p.rate == 0 || p.rate == rate) { // the others stand for their ε
			reports = append(reports, m.time)
		}
		list = append(list, trial.Trial{
			Method: p.method, At: p.at(), Reports: reports,
			Rounds: workload.Rounds(p.n, math.MaxInt, roundsOfMillion, roundsOfMillion),
			Do: func(t *trial.T) error {
				if p.lookup {
					return x.lookUp(t, p)
				}
				return x.join(t, p)
			},
		})
	}
	return list
}

// order has the trials of one pair of tables together, and the pairs of one number of rows,
// each where the first of them is drawn.
func order(random *rand.Rand, list []trial.Trial) []int {
	drawn := make([]int, len(list))
	for i := range drawn {
		drawn[i] = i
	}
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	first := func(i, axes int) int { // that agrees with trial i on the first axes
		return slices.IndexFunc(drawn, func(j int) bool { return slices.Equal(list[i].At[:axes], list[j].At[:axes]) })
	}
	sorted := slices.Clone(drawn)
	slices.SortStableFunc(sorted, func(i, j int) int {
		if by := first(i, 1) - first(j, 1); by != 0 {
			return by
		}
		return first(i, 2) - first(j, 2)
	})
	return sorted
}
