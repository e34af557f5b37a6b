package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"flag"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/experiment/thesis/published"
	"hyphbench/internal/experiment/thesis/published/publishedtest"
	"hyphbench/internal/glossary"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// write writes the page of a run, with the verdicts and figures of the thesis
// if that is its experiment.
func write(t testing.TB, run *runfolder.Run, o Options) string {
	t.Helper()
	var g metric.Glossary
	known := run.Meta.Experiment == "thesis"
	if known {
		g = glossary.Of(thesis.New())
	}
	s, err := report.Summarize(run, g)
	if err != nil {
		t.Fatal(err)
	}
	if known {
		reading := thesis.New().Reading()
		o.Verdicts, o.Figures = claim.Evaluate(s, reading.Claims), reading.Figures(s.Meta)
	}
	var b strings.Builder
	if err := Write(&b, s, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func small() *runfolder.Run {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1,0.2", Reps: 3})
	session := &run.Meta.Sessions[0]
	session.Machine = &machine.Machine{OS: "linux", Arch: "amd64", CPU: machine.CPU{Model: "a CPU"}}
	session.Clock = map[string]float64{"wall_resolution_ns": 40, "wall_overhead_ns": 25, "cpu_resolution_ns": 400, "cpu_overhead_ns": 600}
	run.Meta.Notes = []string{"a note"}
	session.Warnings = []string{"the load was 3.5 before the run; stop what else runs"}
	run.Meta.Config = map[string]runfolder.Setting{"reps": {Value: "3", Source: "flag"}}
	return run
}

// The page but for its figures, numbers, data, style and script.
func TestGolden(t *testing.T) {
	text := write(t, small(), Options{Measurements: []byte("seq\n1\n")})
	for _, cut := range []struct{ pattern, with string }{
		{`(?s)<svg.*?</svg>`, "<svg>…</svg>"},
		{`(?s)<tbody>.*?</tbody>`, "<tbody>…</tbody>"},
		{`<p class="small">.*?</p>`, `<p class="small">…</p>`},
		{`(?s)<style>.*?</style>`, "<style>…</style>"},
		{`(?s)<script>.*?</script>`, "<script>…</script>"},
		{`(?s)(<script type="application/json" id="points">).*?</script>`, "$1…</script>"},
		{`one file of [0-9.]* MB`, "one file of … MB"},
		{`base64,[A-Za-z0-9&#;+/=]*`, "base64,…"},
		{`sha256-[A-Za-z0-9&#;+/=]*`, "sha256-…"},
	} {
		text = regexp.MustCompile(cut.pattern).ReplaceAllString(text, cut.with)
	}
	file := filepath.Join("testdata", "page.html")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), text); diff != "" {
		t.Errorf("%s (go test -update rewrites it):\n%s", file, diff)
	}
	first := strings.Index(text, "<body>")
	if want := "<body>\n<header>\n<pre class=\"command\"><code>hyphbench run --filter=bloom,cuckoo</code>"; !strings.HasPrefix(text[first:], want) {
		t.Error("the page does not begin with the command")
	}
}

// Of a run of one's own keys the settings have their number, and not the default that it replaces.
func TestSettingsOfOwnKeys(t *testing.T) {
	for keys, want := range map[string][]string{"": {"n", "1753,1e4", "default"}, "keys.txt": {"n", "1234", "keys"}} {
		m := &runfolder.Meta{Axes: []axis.Axis{axis.Counts("n", []int{1234})}}
		m.Config = map[string]runfolder.Setting{"n": {Value: "1753,1e4", Source: "default"}, "keys": {Value: keys, Source: "flag"}}
		rows := settings(m).Table.Rows
		if !slices.ContainsFunc(rows, func(row []string) bool { return slices.Equal(row, want) }) {
			t.Errorf("--keys=%s: %q, want %q", keys, rows, want)
		}
	}
}

// A verdict below what the machine resolves says so, in the colour of the
// verdict.
func TestBelowResolution(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1,0.2"}) // cuckoo is 5 % slower
	run.Meta.Sessions[0].Resolution = 0.08
	if text, want := write(t, run, Options{}), `<span class="verdict supported">supported (below resolution)</span>`; !strings.Contains(text, want) {
		t.Errorf("the page lacks %s", want)
	}
}

func TestSameRunSamePage(t *testing.T) {
	a, b := write(t, small(), Options{Measurements: []byte("x")}), write(t, small(), Options{Measurements: []byte("x")})
	if a != b {
		t.Error("two pages of one run differ")
	}
}

// No text of a run's files becomes markup.
func TestEscapes(t *testing.T) {
	const evil = `<script>alert("1")</script><img src=x onerror='x'>&amp;`
	run := small()
	run.Meta.Argv = []string{"hyphbench", evil}
	run.Meta.Notes, run.Meta.Sessions[0].Warnings, run.Meta.Error = []string{evil}, []string{evil}, evil
	run.Meta.Design = evil
	run.Meta.Sessions[0].Machine = &machine.Machine{OS: "linux", CPU: machine.CPU{Model: evil}}
	run.Meta.Config = map[string]runfolder.Setting{evil: {Value: evil, Source: evil}}
	for i := range run.Meta.Inputs {
		run.Meta.Inputs[i].Name = evil
	}
	run.Meta.Filters = append(run.Meta.Filters, evil)
	for i := range run.Rows {
		if run.Rows[i].Filter == "cuckoo" {
			run.Rows[i].Filter = evil
		}
		if run.Rows[i].Metric == "query" {
			run.Rows[i].Metric = evil
		}
		if run.Rows[i].Unit == "bits" {
			run.Rows[i].Unit = evil
		}
	}
	text := write(t, run, Options{})
	if n := strings.Count(text, "<script"); n != 2 || strings.Count(text, "<script>") != 1 {
		t.Errorf("%d scripts, want the page's own and its data", n)
	}
	if strings.Contains(text, "<img") || strings.Contains(text, "alert(\"1\")") {
		t.Error("a text became markup")
	}
	// Twelve places at least show it, as text.
	if n := strings.Count(html.UnescapeString(text), evil); n < 12 {
		t.Errorf("the text is shown %d times", n)
	}
}

// references are what makes a browser load or follow something.
var references = regexp.MustCompile(`(?i)(?:\s(?:src|href|xlink:href|srcset|action|data|poster|background)\s*=\s*"?|(?-i:url)\(\s*["']?|@import\s+["']?)([^"'\s>)]*)`)

// All that the page refers to is in it.
func TestNoExternalReference(t *testing.T) {
	pages := map[string]string{"thesis": write(t, small(), Options{Measurements: []byte("x")})}
	many := synthetic.Run(synthetic.Options{Filters: []string{"bloom", "cuckoo", "xor"}, Epsilons: "0.01,0.1,0.2", Reps: 2})
	pages["three filters"] = write(t, many, Options{Lang: bilingual.Portuguese})
	for name, text := range pages {
		found := references.FindAllStringSubmatch(text, -1)
		if len(found) < 100 { // glyphs of the figures
			t.Errorf("%s: only %d references found", name, len(found))
		}
		for _, ref := range found {
			if target := html.UnescapeString(ref[1]); !strings.HasPrefix(target, "#") && !strings.HasPrefix(target, "data:application/gzip;base64,") {
				t.Errorf("%s: a reference to %.80q", name, ref[0])
			}
		}
		// Names of XML name spaces are the only addresses.
		rest := regexp.MustCompile(`xmlns(:xlink)?="http://www\.w3\.org/[a-z0-9/]+"`).ReplaceAllString(text, "")
		if i := strings.Index(rest, "://"); i >= 0 {
			t.Errorf("%s: an address: %.120q", name, rest[max(0, i-40):])
		}
		if !strings.Contains(text, `content="default-src &#39;none&#39;`) && !strings.Contains(text, `content="default-src 'none'`) {
			t.Errorf("%s: no policy that forbids loading", name)
		}
	}
}

// A full run, as it is on disk, stays below 2 MB with everything in it.
func TestSizeOfAFullRun(t *testing.T) {
	racetest.OneGoroutine(t)
	run := synthetic.Run(synthetic.Options{})
	for i := range run.Rows { // what synthetic rows lack to be as long as real ones
		run.Rows[i].CPU = int64(run.Rows[i].Value) - int64(i*7919%99991)
		run.Rows[i].Extra = []string{"0", "12", "1"}
	}
	run.Columns = []string{"gc", "preempted", "attempts"}
	run.Meta.Columns = runfolder.Columns(run.Meta.Axes, run.Columns...)
	w, err := runfolder.Create(t.TempDir(), run.Meta)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range run.Rows {
		if err := w.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(runfolder.Finished, nil); err != nil {
		t.Fatal(err)
	}
	measurements, err := os.ReadFile(filepath.Join(w.Dir, runfolder.MeasurementsFile))
	if err != nil {
		t.Fatal(err)
	}
	text := write(t, run, Options{Measurements: measurements})
	t.Logf("%d rows, %d bytes of measurements, %d bytes of page", len(run.Rows), len(measurements), len(text))
	if len(measurements) < 700_000 {
		t.Errorf("the measurements are %d bytes: no full run", len(measurements))
	}
	if len(text) >= 2_000_000 {
		t.Errorf("the page has %d bytes", len(text))
	}
	if got := unpacked(t, text, "measurements.csv"); !bytes.Equal(got, measurements) {
		t.Errorf("the page holds %d bytes of measurements, want the file's %d", len(got), len(measurements))
	}
}

// unpacked is a download of a page.
func unpacked(t *testing.T, text, name string) []byte {
	t.Helper()
	m := regexp.MustCompile(`data-name="` + regexp.QuoteMeta(name) + `" href="data:application/gzip;base64,([^"]*)"`).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no download %s", name)
	}
	packed, err := base64.StdEncoding.DecodeString(html.UnescapeString(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Each download is a file of its own: verdicts do not stand below the summary.
func TestDownloads(t *testing.T) {
	text := write(t, small(), Options{})
	summary, verdicts := unpacked(t, text, "summary.csv"), unpacked(t, text, "verdicts.csv")
	if !bytes.HasPrefix(summary, []byte("kind,filter,")) || !bytes.HasPrefix(verdicts, []byte("id,section,claim,")) {
		t.Errorf("summary %.60s, verdicts %.60s", summary, verdicts)
	}
}

// A file too large for the page stays beside it, and the page says so.
func TestLargeMeasurements(t *testing.T) {
	racetest.OneGoroutine(t)
	noise := make([]byte, 2*maxData)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	text := write(t, small(), Options{Measurements: noise})
	if len(text) > 1_000_000 || !strings.Contains(text, "measurements.csv: every single measurement, warm-up included; too large for this page") {
		t.Errorf("a page of %d bytes", len(text))
	}
}

func TestPortugueseFigures(t *testing.T) {
	text := write(t, small(), Options{Lang: bilingual.Portuguese})
	if !strings.Contains(text, `<div class="pane" lang="pt">`) || !strings.Contains(text, "Tempo de execução") {
		t.Error("the figures are not in Portuguese")
	}
}

// A run without verdicts, unfinished, of an unknown experiment.
func TestUnknownExperiment(t *testing.T) {
	run := small()
	run.Meta.Experiment, run.Meta.State = "other", runfolder.Interrupted
	text := write(t, run, Options{})
	if strings.Contains(text, `id="verdicts"`) || strings.Contains(text, `href="#verdicts"`) {
		t.Error("verdicts on nothing")
	}
	if strings.Contains(text, `id="figures"`) || strings.Contains(text, `href="#figures"`) {
		t.Error("figures of nothing")
	}
	if !strings.Contains(text, "<h1>the experiment other</h1>") {
		t.Error("the experiment has no name")
	}
	if !strings.Contains(text, "This run is not finished") {
		t.Error("not called unfinished")
	}
	run.Rows = nil
	if _, err := report.Summarize(run, metric.Glossary{}); err == nil {
		t.Error("a page of no rows")
	}
}

// The published measurements make a page like any run's.
func TestPublished(t *testing.T) {
	for _, source := range publishedtest.Sources(t, "../../..") {
		run, err := published.Read(source.Files...)
		if err != nil {
			t.Fatal(err)
		}
		text := write(t, run, Options{})
		for _, want := range []string{"Norwegian", "3,574.0 ± 33.2", "111.0 ± 12.6", "This design measures cell after cell", `id="figure-5-6"`, "left out, with the reasons: 1<", "fpr, since"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page lacks %q", source.Name, want)
			}
		}
	}
}

// The page of a run that decided which of two structures is faster has that for its title, and
// its interval at the ratio; ratios and figures stand before verdicts.
func TestVersus(t *testing.T) {
	run := small()
	synthetic.Decided(run, "query")
	text := write(t, run, Options{})
	title := regexp.MustCompile(`<h1>(.*)</h1>`).FindStringSubmatch(text)
	if title == nil || !regexp.MustCompile(` faster than | differ by `).MatchString(title[1]) || !strings.Contains(title[1], "(query, ε = ") {
		t.Errorf("the title is %q", title)
	}
	if !strings.Contains(text, "ratio [99.2 % interval]") || strings.Contains(text, "ratio [95 % interval]") {
		t.Error("the ratio has another interval")
	}
	at := -1
	for _, part := range []string{`class="left-2 ratios"`, `class="tally"`, `id="figures"`, `id="verdicts"`, `id="tables"`, `id="notes"`} {
		if next := strings.Index(text, part); next <= at {
			t.Errorf("%s is at %d, behind what is at %d", part, next, at)
		} else {
			at = next
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	run := synthetic.Run(synthetic.Options{})
	for b.Loop() {
		write(b, run, Options{})
	}
}
