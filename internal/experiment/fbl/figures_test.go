package fbl

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/figure"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// The golden files leave out the glyphs: labels tell the texts. They are of
// three batches, so that there are intervals, and wide ones.
func TestFBLFiguresGolden(t *testing.T) {
	glyphs := regexp.MustCompile(`(?s)<defs>.*</defs>\n|<use [^>]*>`)
	s := summarize(t, experimenttest.Run(t, New(), "--iterations=100", "--seed=3"))
	golden := func(f figure.Figure, l figure.Lang) {
		d, err := f.Draw(s, l)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := d.Encode(figure.SVG, figure.Label{ID: f.ID, Title: f.Title.In(l)})
		if err != nil {
			t.Fatal(err)
		}
		got := glyphs.ReplaceAllString(string(svg), "")
		file := filepath.Join("testdata", f.ID+"-"+string(l)+".svg")
		if *update {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
			t.Errorf("%s (go test -update rewrites it):\n%s", file, diff)
		}
	}
	for _, f := range figures(nil) {
		golden(f, figure.English)
	}
	golden(figure5a(), figure.Portuguese)
}

// TestFBLFigures: a run of the experiment has the seven figures of the paper's
// evaluation, the same twice, in both languages, and none of another's.
func TestFBLFigures(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=40", "--seed=3")
	draw := func(dir string, l figure.Lang) []string {
		files, skipped, err := figure.Render(summarize(t, run), figures(nil), dir, []figure.Format{figure.SVG}, l, figure.Style{})
		if err != nil || len(skipped) > 0 {
			t.Fatal(err, skipped)
		}
		return files
	}
	for _, l := range figure.Langs() {
		a, b := t.TempDir(), t.TempDir()
		files := draw(a, l)
		draw(b, l)
		want := "fig-4 fig-5a fig-5b fig-5c fig-5d fig-6a fig-6b"
		var got []string
		for _, f := range files {
			got = append(got, strings.TrimSuffix(filepath.Base(f), l.Mark()+".svg"))
			first, err := os.ReadFile(filepath.Join(a, f))
			if err != nil {
				t.Fatal(err)
			}
			second, _ := os.ReadFile(filepath.Join(b, f))
			if !bytes.Equal(first, second) {
				t.Errorf("%s is another when drawn again", f)
			}
			if bytes.Contains(first, []byte("NaN")) || bytes.Contains(first, []byte("Inf")) {
				t.Errorf("%s holds a coordinate that is no number", f)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("figures %v, want %s", got, want)
		}
	}
}

// TestFBLFiguresWithoutRows: a run that was stopped before its rows has no
// figure, and says why.
func TestFBLFiguresWithoutRows(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=40", "--seed=3")
	run.Rows = run.Rows[:1]
	files, skipped, err := figure.Render(summarize(t, run), figures(nil), t.TempDir(), []figure.Format{figure.SVG}, figure.English, figure.Style{})
	if err != nil || len(files) > 0 || len(skipped) != 7 {
		t.Fatalf("%v, %v, %v", files, skipped, err)
	}
	for _, s := range skipped {
		if !strings.Contains(s.Reason, "no measurement of") {
			t.Errorf("figure %s is left out because %q", s.ID, s.Reason)
		}
	}
}
