package command

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"hyphbench/internal/axis"
	"hyphbench/internal/explanation"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
	"hyphbench/internal/wordlist"
)

func newFiltersCommand() *cobra.Command {
	n, others, eps, format, complete := 1753, 465_168, "0.01", string(table.Text), false
	cmd := &cobra.Command{
		Use:   "filters [NAME]",
		Short: "List the structures, or explain one",
		Long: `Lists the most important structures by family. --all lists all structures, and
so do --format=csv and --format=json. For n keys and a requested false-positive
rate ε, the table has the bits per key, the rate that theory predicts, the
parameters, and what else a structure can do:

  insert   accepts more keys         many     answers batches of queries
  delete   removes keys              atomic   can insert in parallel
  resize   doubles its space         merge    adds the keys of another filter
  grade    stores a number per key   adapt    learns from false positives
  count    counts each key           size     estimates its number of keys
  file     'build' can save it       closed   exact if all queries are known

--all also lists structures that answer questions other than membership, and
structures that the thesis or an article names but hyphbench does not have.

'hyphbench filters NAME' explains one structure: its layout, formula, guarantee
and costs, when to use it, and the examples of the thesis and the articles.`,
		Example: `  hyphbench filters
  hyphbench filters --all
  hyphbench filters cuckoo
  hyphbench filters --n=1000000 --eps=0.1% --format=json`,
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			rate, err := axis.ParseRate(eps)
			if err != nil {
				return usage.Errorf("--eps: %w", err)
			}
			if n < 1 {
				return usage.Errorf("--n=%d is out of range: want 1 key or more", n)
			}
			if others < 0 || others > mostOthers {
				return usage.Errorf("--others=%d is out of range: want 0 to %d words", others, mostOthers)
			}
			list, one := all.Structures(), len(args) == 1
			usual := !complete && !one && (table.Format(format) == table.Text || table.Format(format) == table.Markdown)
			if usual {
				list = slices.DeleteFunc(list, func(s filter.Structure) bool { return !slices.Contains(all.Usual(), s.Name) })
			}
			if one {
				if o, ok := otherStructure(args[0]); ok {
					return writeOther(cmd.OutOrStdout(), o, table.Format(format))
				}
				s, err := all.ByName(args[0])
				if err != nil {
					return usage.Wrong(err)
				}
				list = []filter.Structure{s}
			}
			c := catalogue{left: len(all.Structures()) - len(list), N: n, Others: others, Epsilon: rate.Float(), Bound: table.JSONNumber(-math.Log2(rate.Float()))}
			cfg := filter.Config{Epsilon: rate.Float(), Universe: wordlist.Of(make([]string, others)...)} // a plan counts words only
			for _, s := range list {
				e, err := newEntry(s, n, cfg)
				if err != nil {
					return usage.Wrong(err)
				}
				c.Filters = append(c.Filters, e)
			}
			return c.write(cmd.OutOrStdout(), table.Format(format), one)
		},
	}
	cmd.Flags().BoolVar(&complete, "all", false, "list all structures, including those that are not filters")
	cmd.Flags().IntVar(&n, "n", n, "number of keys")
	cmd.Flags().IntVar(&others, "others", others, "number of words that are not keys, for filters that know all words to be queried (a closed universe)")
	cmd.Flags().StringVar(&eps, "eps", eps, "false-positive rate")
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}

// mostOthers bounds --others, each of which takes some bytes while planning.
const mostOthers = 10_000_000

// catalogue is what the command shows.
type catalogue struct {
	left    int              // structures that the table leaves out
	N       int              `json:"n"`
	Others  int              `json:"others"`
	Epsilon float64          `json:"epsilon"`
	Bound   table.JSONNumber `json:"bound_bits_per_key"` // log2(1/ε)
	Filters []entry          `json:"filters"`
}

// entry is a structure with its plan.
type entry struct {
	Name        string             `json:"name"`
	Family      string             `json:"family"`
	Title       string             `json:"title"`
	Reference   string             `json:"reference"`
	Exact       bool               `json:"exact"`
	Closed      bool               `json:"closed"`
	Historical  bool               `json:"historical"`
	MaxKeys     int                `json:"max_keys"` // 0: any number
	LosesKeys   bool               `json:"loses_keys"`
	Abilities   []string           `json:"abilities"`
	Bits        uint64             `json:"bits"`
	BitsPerKey  table.JSONNumber   `json:"bits_per_key"`
	Theory      float64            `json:"theory"`
	Capacity    int                `json:"capacity"` // 0: no bound
	Estimated   bool               `json:"estimated"`
	Params      []filter.Param     `json:"params"`
	Explanation filter.Explanation `json:"explanation"`
}

// newEntry plans s for n keys.
func newEntry(s filter.Structure, n int, cfg filter.Config) (entry, error) {
	plan, err := s.Plan(n, cfg)
	if err != nil {
		return entry{}, err
	}
	e := entry{
		Name: s.Name, Family: s.Family, Title: s.Title, Reference: s.Reference, Exact: s.Exact, Closed: s.Closed, Historical: s.Historical, MaxKeys: s.MaxKeys,
		LosesKeys: s.Faults&filter.LosesKeys != 0,
		Abilities: filter.Abilities(s), Bits: plan.Bits, BitsPerKey: table.JSONNumber(math.NaN()), Theory: plan.Theory,
		Capacity: plan.Capacity, Estimated: plan.Estimated, Params: plan.Params, Explanation: s.Explain,
	}
	if n > 0 {
		e.BitsPerKey = table.JSONNumber(float64(plan.Bits) / float64(n))
	}
	if e.Explanation.Paper == "" {
		e.Explanation.Paper = s.Reference
	}
	return e, nil
}

func (c catalogue) write(w io.Writer, format table.Format, one bool) error {
	switch {
	case format == table.JSON:
		return table.WriteJSON(w, c)
	case format == table.CSV:
		return table.WriteCSV(w, c.records())
	case one:
		_, err := io.WriteString(w, c.explain(format, table.ColumnsOf(w)))
		return err
	}
	return table.Write(w, c.page(), format)
}

func (c catalogue) records() [][]string {
	list := [][]string{{"name", "family", "title", "n", "epsilon", "bits", "bits_per_key", "theory", "capacity", "estimated", "exact", "historical", "abilities", "params"}}
	for _, e := range c.Filters {
		list = append(list, []string{e.Name, e.Family, e.Title, strconv.Itoa(c.N), table.Exact(c.Epsilon), strconv.FormatUint(e.Bits, 10),
			table.Exact(float64(e.BitsPerKey)), table.Exact(e.Theory), strconv.Itoa(e.Capacity), strconv.FormatBool(e.Estimated),
			strconv.FormatBool(e.Exact), strconv.FormatBool(e.Historical), strings.Join(e.Abilities, " "), parameters(e.Params)})
	}
	return list
}

// page has a table for each family.
func (c catalogue) page() table.Page {
	p := table.Page{Title: "Structures", Header: []table.Field{
		{Name: "keys", Value: "n = " + axis.Grouped(c.N)},
		{Name: "rate", Value: "ε = " + table.Exact(c.Epsilon) + ", which takes at least log2(1/ε) = " + table.Number(float64(c.Bound), 2) + " bits per key"},
	}}
	estimated, closed := false, false
	for _, family := range filter.Families() {
		t := table.Table{Title: family, Columns: []string{"name", "structure", "can also", "parameters", "bits/key", "theory"}, Left: 4, Widths: []int{0, 22, 16, 22}}
		for _, e := range c.Filters {
			if e.Family == family {
				t.Rows = append(t.Rows, []string{e.Name, capitalised(e.Title), e.also(), parameters(e.Params), e.bitsPerKey(), e.rate()})
				estimated, closed = estimated || e.Estimated, closed || e.Closed
			}
		}
		if len(t.Rows) > 0 {
			p.Tables = append(p.Tables, t)
		}
	}
	if estimated {
		p.Header = append(p.Header, table.Field{Name: "≈", Value: "an estimate: the real value depends on the keys"})
	}
	if closed {
		p.Header = append(p.Header, table.Field{Name: "closed", Value: "exact on the keys and " + axis.Grouped(c.Others) + " other words (--others), and on no other word"})
	}
	if c.left > 0 {
		p.Tables = append(p.Tables, table.Table{Notes: []string{fmt.Sprintf("%d more: hyphbench filters --all; details of one: hyphbench filters NAME", c.left)}})
		return p
	}
	others := table.Table{Title: "more than membership", Columns: []string{"name", "structure", "answers"}, Left: 3, Widths: []int{0, 30, 36},
		Notes: []string{"these are not filters: no experiment puts them in front of a store"}}
	for _, o := range all.Others() {
		others.Rows = append(others.Rows, []string{o.Name, capitalised(o.Title), o.Answers})
	}
	p.Tables = append(p.Tables, others)
	named := table.Table{Title: "named only", Columns: []string{"name", "structure", "source", "why it is not here"}, Left: 4, Widths: []int{0, 18, 18, 40}}
	for _, m := range all.Named() {
		named.Rows = append(named.Rows, []string{m.Name, capitalised(m.Title), m.Source, m.Why})
	}
	p.Tables = append(p.Tables, named)
	return p
}

func (e entry) bitsPerKey() string {
	text := table.Number(float64(e.BitsPerKey), 2)
	if e.Estimated && text != table.Blank {
		return "≈ " + text
	}
	return text
}

func (e entry) rate() string {
	if e.Exact {
		return "exact"
	}
	return table.Significant(100*e.Theory, 3) + " %"
}

// also is what the structure does beside Contains.
func (e entry) also() string {
	list := e.Abilities
	if e.Historical {
		list = append(list[:len(list):len(list)], "(historical)")
	}
	if e.MaxKeys > 0 {
		list = append(list[:len(list):len(list)], "(few keys)")
	}
	if e.LosesKeys {
		list = append(list[:len(list):len(list)], "(loses keys)")
	}
	return strings.Join(list, ", ")
}

// capitalised is a title at the beginning of a line.
func capitalised(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

func parameters(params []filter.Param) string {
	var list []string
	for _, p := range params {
		list = append(list, p.Name+" = "+table.Significant(p.Value, 6))
	}
	return strings.Join(list, ", ")
}

// explain is, in so many columns, the text of 'hyphbench filters NAME'.
func (c catalogue) explain(format table.Format, columns int) string {
	columns = min(columns, 80) // longer lines are hard to read
	e := c.Filters[0]
	plan := fmt.Sprintf("With n = %s and ε = %s: %s", axis.Grouped(c.N), table.Exact(c.Epsilon), parameters(e.Params))
	plan = strings.TrimSuffix(plan, ": ")
	if e.Closed {
		plan += fmt.Sprintf("; %s other words in the universe (--others)", axis.Grouped(c.Others))
	}
	if e.bitsPerKey() != table.Blank {
		plan += "; " + e.bitsPerKey() + " bits per key"
	}
	switch {
	case e.Closed:
		plan += ", no false positives within the universe"
	case e.Exact:
		plan += ", no false positives"
	default:
		plan += ", expected rate " + e.rate()
	}
	if e.Capacity > 0 {
		plan += ", room for " + axis.Grouped(e.Capacity) + " keys"
	}
	also := "Queries"
	if list := e.also(); list != "" {
		also += ", " + list
	}
	return explanation.Text(e.Name+": "+e.Title, e.Explanation, format, columns, explanation.Part{Title: "Does", Text: also}, explanation.Part{Title: "Plan", Text: plan}, explanation.Part{Title: "Paper", Text: e.Explanation.Paper})
}

// otherStructure is that of a name that answers another question than membership.
func otherStructure(name string) (all.Other, bool) {
	for _, o := range all.Others() {
		if o.Name == name {
			return o, true
		}
	}
	return all.Other{}, false
}

// otherEntry is what is said of it as JSON.
type otherEntry struct {
	Name        string             `json:"name"`
	Title       string             `json:"title"`
	Reference   string             `json:"reference"`
	Answers     string             `json:"answers"`
	Explanation filter.Explanation `json:"explanation"`
}

// writeOther writes its explanation. It has no plan in common with filters.
func writeOther(w io.Writer, o all.Other, format table.Format) error {
	switch format {
	case table.JSON:
		return table.WriteJSON(w, otherEntry{o.Name, o.Title, o.Reference, o.Answers, o.Explain})
	case table.CSV:
		return table.WriteCSV(w, [][]string{{"name", "title", "answers", "reference"}, {o.Name, o.Title, o.Answers, o.Reference}})
	}
	columns := min(table.ColumnsOf(w), 80)
	_, err := io.WriteString(w, explanation.Text(o.Name+": "+o.Title, o.Explain, format, columns, explanation.Part{Title: "Answers", Text: o.Answers}, explanation.Part{Title: "Paper", Text: o.Reference}))
	return err
}
