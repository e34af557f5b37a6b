package calibration

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Formats lists the formats of Write.
func Formats() []table.Format { return []table.Format{table.Text, table.Markdown, table.JSON} }

// Citation is the result in one line, for the head of a report.
func (r *Result) Citation() string {
	on := fmt.Sprintf("calibrated on %s (design %s, %s, %d trials)", r.Date.Format(time.DateOnly), r.Design, r.length(), r.Trials)
	if !r.Within() {
		return fmt.Sprintf("too many false alarms on this machine, in %s of the trials: trust no difference; %s",
			percent(r.All().Shares[0].Share()), on)
	}
	if smallest, found := r.All().Smallest(); found {
		return fmt.Sprintf("differences below %s cannot be resolved on this machine, %s", percent(smallest), on)
	}
	shares := r.All().Shares
	return fmt.Sprintf("not even differences of %s can be resolved on this machine, %s", percent(shares[len(shares)-1].Slowdown), on)
}

// Write writes a result; others are results of other designs, cited beside it.
func Write(w io.Writer, r *Result, others []*Result, f table.Format) error {
	if f == table.JSON {
		return table.WriteJSON(w, r)
	}
	header := []table.Field{
		{Name: "command", Value: r.Command},
		{Name: "calibration", Value: r.Citation()},
		{Name: "date", Value: r.Date.Format("2006-01-02 15:04 UTC")},
		{Name: "machine", Value: r.Machine},
		{Name: "clock", Value: r.clock()},
		{Name: "design", Value: r.describeDesign()},
		{Name: "sections", Value: r.sections()},
	}
	for _, o := range others {
		header = append(header, table.Field{Name: "beside", Value: fmt.Sprintf("%s; A/A %s", o.Citation(), o.All().Shares[0])})
	}
	return table.Write(w, table.Page{Title: "Calibration", Header: header, Tables: []table.Table{r.table()}}, f)
}

func (r *Result) clock() string {
	text := fmt.Sprintf("steps of %.3g ns, %.3g ns a reading", r.Clock.WallResolution, r.Clock.WallOverhead)
	if r.Clock.CPUResolution > 0 {
		text += fmt.Sprintf("; CPU time of the thread: steps of %.3g ns, %.3g ns a reading", r.Clock.CPUResolution, r.Clock.CPUOverhead)
	}
	return fmt.Sprintf("%s; a section lasts %.0f steps", text, r.SectionNS/max(r.Clock.WallResolution, 1))
}

func (r *Result) describeDesign() string {
	how := "rounds that measure all sides side by side, piece by piece in random order, pieces undisturbed, rounds paired"
	if r.Design == runfolder.AsThesis {
		how = "side after side, the collector left alone, no warm-up, repetitions unpaired (Yuen)"
	}
	return fmt.Sprintf("%s: %s; %d trials of %s in %s; seed %d", r.Design, how, r.Trials, r.length(), seconds(r.Seconds), r.Seed)
}

// length says how many rounds a trial has.
func (r *Result) length() string {
	if r.looks() {
		return fmt.Sprintf("at most %d rounds", r.Rounds)
	}
	return fmt.Sprintf("%d rounds", r.Rounds)
}

func (r *Result) sections() string {
	return fmt.Sprintf("%d words hyphenated behind a Bloom filter, %.3g ms in the median; of %d, %d were measured again, %d remained disturbed",
		r.SectionWords, r.SectionNS/1e6, r.Sections, r.Remeasured, r.Disturbed)
}

// table has a row for each number of rounds and a column for each slow-down.
func (r *Result) table() table.Table {
	t := table.Table{
		Title: "trials that resolved two sides",
		Lines: []string{fmt.Sprintf("share of %d trials that resolved the sides at α = %g, with its 95 %% interval; A/A: the same filter under two names; "+
			"+x %%: one side hyphenates x %% of the words again. Time: of both sides of a comparison. B/A: ratio of the times, geometric mean over all trials.", r.Trials, Alpha)},
		Columns: []string{"rounds", "time"},
	}
	for _, s := range r.All().Shares {
		t.Columns = append(t.Columns, s.name())
	}
	ratios := []string{"B/A", ""}
	for _, test := range r.Tests {
		row := []string{strconv.Itoa(test.Rounds), seconds(r.Pair(test).Seconds())}
		for _, s := range test.Shares {
			row = append(row, s.String())
		}
		t.Rows = append(t.Rows, row)
	}
	for _, s := range r.All().Shares {
		ratios = append(ratios, strconv.FormatFloat(s.Ratio, 'f', 4, 64))
	}
	t.Rows = append(t.Rows, ratios)
	t.Notes = r.notes()
	if r.Resolve > 0 {
		t.Notes = append(t.Notes, r.announced())
	}
	return t
}

// announced compares what --resolve announced with what the trials took.
func (r *Result) announced() string {
	text := fmt.Sprintf("--resolve=%s announced %d rounds, %s of measuring, for a comparison",
		percent(r.Resolve), r.Rounds, seconds(r.Announced))
	if r.looks() {
		text += fmt.Sprintf(" at most; a trial ends when its intervals are that narrow, in the median after %d rounds, %s",
			r.MedianRounds, seconds(r.Pair(Test{Rounds: r.MedianRounds}).Seconds()))
	}
	return text
}

func (r *Result) notes() []string {
	equal := r.All().Shares[0]
	verdict := "within"
	if !r.Within() {
		verdict = "NOT within"
	}
	notes := []string{fmt.Sprintf("A/A: %d of %d trials gave a false alarm, at least %s at 95 %% confidence: %s the bound of %s",
		equal.Told, equal.Trials, percent(equal.AtLeast()), verdict, percent(MaxFalse))}
	for _, t := range slices.Backward(r.Tests) {
		smallest, found := t.Smallest()
		text := "no effect tried was found in " + percent(Power) + " of the trials"
		if found {
			text = fmt.Sprintf("%s is the smallest effect tried that was found in %s of the trials", percent(smallest), percent(Power))
		}
		notes = append(notes, fmt.Sprintf("in %s of measuring (%d rounds) %s", seconds(r.Pair(t).Seconds()), t.Rounds, text))
	}
	if r.SectionNS < 5e6 {
		notes = append(notes, fmt.Sprintf("sections lasted %.2g ms in the median, not 5 ms as in a run: the machine was slower while their length was determined", r.SectionNS/1e6))
	}
	if r.Trials < 200 {
		notes = append(notes, fmt.Sprintf("%d trials are few: 200 or more bound the shares well", r.Trials))
	}
	return notes
}

func (s Share) name() string {
	if s.Slowdown == 0 {
		return "A/A"
	}
	return "+" + percent(s.Slowdown)
}

// String is the share with its interval: "2.0 % [0.5, 5.0]".
func (s Share) String() string {
	i := s.Interval()
	return fmt.Sprintf("%.1f %% [%.1f, %.1f]", 100*s.Share(), 100*i.Low, 100*i.High)
}

// percent writes a share to a tenth of a per cent.
func percent(share float64) string {
	return strconv.FormatFloat(math.Round(1000*share)/10, 'f', -1, 64) + " %"
}

func seconds(s float64) string {
	if s >= 60 {
		return time.Duration(s * float64(time.Second)).Round(time.Second).String()
	}
	return fmt.Sprintf("%.2g s", s)
}
