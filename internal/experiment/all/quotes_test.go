package all

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"hyphbench/internal/experiment/experimenttest"
)

// Every claim has the sentence that it judges: of a source text word for word, of a paper
// its place, or the word that it is this program's own.
func TestEveryClaimQuotes(t *testing.T) {
	for _, e := range Experiments() {
		for _, c := range e.Reading().Claims {
			if c.Quote.Place == "" || seedPlace.MatchString(c.Quote.Place) != (c.Quote.Text != "") {
				t.Errorf("%s of %s quotes %q of %q", c.ID, e.Name(), c.Quote.Text, c.Quote.Place)
			}
		}
	}
}

// seedPlace is a place in one of the source texts: the file and the lines.
var seedPlace = regexp.MustCompile(`^([a-z-]+\.txt):([0-9]+)(?:-([0-9]+))?$`)

// A quotation of a source text is there word for word, in the lines that it names: but for
// white space, hyphens at the end of a line and how a formula is set.
func TestQuotationsAreThere(t *testing.T) {
	dir := os.Getenv("HYPHBENCH_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "shared")
	}
	if _, err := os.Stat(filepath.Join(dir, "seeds")); err != nil {
		t.Skipf("needs the source texts in $HYPHBENCH_SHARED/seeds: %v", err)
	}
	lines := map[string][]string{}
	for _, e := range Experiments() {
		for _, c := range e.Reading().Claims {
			place := seedPlace.FindStringSubmatch(c.Quote.Place)
			if place == nil {
				if strings.Contains(c.Quote.Place, ".txt") {
					t.Errorf("%s: %q is no file of the source texts with its lines", c.ID, c.Quote.Place)
				}
				continue
			}
			if lines[place[1]] == nil {
				text := experimenttest.Must(os.ReadFile(filepath.Join(dir, "seeds", place[1])))(t)
				lines[place[1]] = strings.Split(string(text), "\n")
			}
			first, _ := strconv.Atoi(place[2])
			last := first
			if place[3] != "" {
				last, _ = strconv.Atoi(place[3])
			}
			if first < 1 || last < first || last > len(lines[place[1]]) {
				t.Errorf("%s: there is no %s", c.ID, c.Quote.Place)
				continue
			}
			rest := letters(strings.Join(lines[place[1]][first-1:last], "\n"))
			for part := range strings.SplitSeq(c.Quote.Text, "[…]") {
				_, after, found := strings.Cut(rest, letters(part))
				if !found {
					t.Errorf("%s: %s does not say %q", c.ID, c.Quote.Place, strings.TrimSpace(part))
					break
				}
				rest = after
			}
		}
	}
}

// letters is a text without what the layout of a page or of a formula adds.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-−*/^_${}\\", r) {
			return -1
		}
		return r
	}, norm.NFKC.String(formulas.Replace(text)))
}

// formulas are signs that a text has by their names.
var formulas = strings.NewReplacer(`\pm`, "±", `\leq`, "≤", `\times`, "×", `\approx`, "≈", `\sigma`, "σ", `\hat{c}`, "ĉ", `\bar{c}`, "c̄")
