package figure

import (
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/synthetic"
)

// A structure has one colour in all figures of a run, whichever others a figure
// draws, and no two have colour and marker in common.
func TestLooks(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Filters: strings.Fields("bloom xor cuckoo"), Epsilons: "0.01..0.07", Reps: 3}))
	colour := hex(palette(2)) // of cuckoo, the third
	others := []string{hex(palette(1)), hex(palette(3))}
	for _, f := range figures(s.Meta) {
		if !strings.Contains(f.ID, "cuckoo") && !slices.Contains([]string{"fpr", "init-bars", "init-all", "run-ranked"}, f.ID) {
			continue
		}
		picture := drawn(t, s, f, bilingual.English)
		if !strings.Contains(picture, colour) {
			t.Errorf("%s draws the cuckoo filter in another colour than %s", f.ID, colour)
		}
		if strings.Contains(f.ID, "cuckoo") && slices.ContainsFunc(others, func(c string) bool { return strings.Contains(picture, c) }) {
			t.Errorf("%s has the colour of another structure", f.ID)
		}
	}
	part := summarize(t, synthetic.Run(synthetic.Options{Filters: []string{"cuckoo"}, Epsilons: "0.01..0.07", Reps: 3}))
	part.Meta.All = strings.Fields("bloom xor cuckoo")
	if picture := svg(t, part, "init-cuckoo", bilingual.English); !strings.Contains(picture, colour) {
		t.Error("in a part of the run the structure has another colour")
	}
	seen := map[string]int{}
	for nth := range 64 {
		pair := fmt.Sprintf("%v %T%v", palette(nth), marker(nth), marker(nth))
		if first, twice := seen[pair]; twice {
			t.Errorf("structures %d and %d look the same", first, nth)
		}
		seen[pair] = nth
	}
}

// In greys the colours of the palette are apart from each other and from the
// lines in the background, and nothing has a colour.
func TestGrey(t *testing.T) {
	levels := map[string]bool{}
	for nth := range 8 {
		level := hex(grey(palette(nth)))
		if levels[level] || level >= hex(others) {
			t.Errorf("colour %d becomes %s, which is taken or that of the background", nth, level)
		}
		levels[level] = true
		for _, share := range tints() {
			if got := hex(grey(tint(palette(nth), share))); got <= level {
				t.Errorf("a tint of %s is %s", level, got)
			}
		}
	}
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01..0.07", Reps: 3}))
	for _, f := range figures(s.Meta) {
		d, err := f.Draw(s, bilingual.English)
		if isNoData(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		b := must(d.In(Style{Grey: true}).Encode(SVG, Label{ID: f.ID}))(t)
		for _, m := range regexp.MustCompile(`"#(..)(..)(..)"`).FindAllStringSubmatch(string(b), -1) {
			if m[1] != m[2] || m[2] != m[3] {
				t.Errorf("%s has the colour %s", f.ID, m[0])
				break
			}
		}
	}
}

// hex is a colour as an SVG has it.
func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
