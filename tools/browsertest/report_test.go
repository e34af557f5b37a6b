package browsertest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// program builds hyphbench.
func program(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "hyphbench")
	cmd := exec.Command("go", "build", "-o", name, "./cmd/hyphbench")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return name
}

// pageOf runs hyphbench in a folder of its own and returns the page of the run.
func pageOf(t *testing.T, program string, lang string, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "list.txt"), []byte("academy\nareas\nhyphenation\ntable\nprojects\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	hyphbench := func(args ...string) string {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("hyphbench %s: %v\n%s", strings.Join(args, " "), err, &stderr)
		}
		return strings.TrimSpace(string(out))
	}
	run := os.Getenv("BROWSERTEST_RUN")
	if args != nil {
		run = hyphbench(append(args, "--out=results")...)
	}
	name := hyphbench("report", "--lang="+lang, run)
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	return name
}

func TestReport(t *testing.T) {
	browser(t)
	hyphbench := program(t)
	cases := []struct {
		name, lang string
		figures    int
		args       []string
	}{
		{"thesis", "en", 7, []string{"run", "--words=list.txt", "--eps=1%,5%,10%,20%", "--reps=3"}},
		{"portuguese", "pt", 3, []string{"run", "--words=list.txt", "--eps=1%,5%,10%", "--reps=2", "--filter=bloom"}},
		{"fbl", "en", 7, []string{"run", "--experiment=fbl", "--iterations=1000"}},
	}
	if os.Getenv("BROWSERTEST_RUN") != "" {
		cases[0].name, cases[0].args = "given", nil
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := pageOf(t, hyphbench, c.lang, c.args...)
			p := open(t, file)
			t.Run("figures", func(t *testing.T) { figures(t, p, c.figures) })
			t.Run("sort", func(t *testing.T) { sorting(t, p) })
			t.Run("download", func(t *testing.T) { download(t, p, filepath.Dir(file)) })
			t.Run("colours", func(t *testing.T) { colours(t, p) })
			t.Run("width", func(t *testing.T) { width(t, p) })
			t.Run("points", func(t *testing.T) { points(t, p) })
			t.Run("pick", func(t *testing.T) { pick(t, p) })
			t.Run("links", func(t *testing.T) { links(t, p) })
			t.Run("save", func(t *testing.T) { saved(t, p) })
			t.Run("names", func(t *testing.T) { names(t, p) })
			t.Run("print", func(t *testing.T) { printed(t, p, c.name) })
			shoot(t, p, c.name)
			p.check(t)
			t.Run("no script", func(t *testing.T) { scriptless(t, p, file) })
		})
	}
}

// Figures have a size, and so have their elements; their data are drawn in colour, unlike axes,
// grids and words.
func figures(t *testing.T, p *tab, want int) {
	type box struct {
		ID                                     string
		Width, Height, Ink, Colour, Uses, Dead float64
	}
	boxes := evaluate[[]box](t, p, `(grey => [...document.querySelectorAll("figure svg[role=img]")].map(svg => ({
		ID: svg.closest("figure").id, Width: svg.getBoundingClientRect().width, Height: svg.getBoundingClientRect().height,
		Ink: [...svg.querySelectorAll("path")].filter(e => e.getBoundingClientRect().width > 0).length,
		Colour: [...svg.querySelectorAll("path")].filter(e => {
			const box = e.getBoundingClientRect(), style = getComputedStyle(e);
			return box.width + box.height > 0 && !(grey(style.stroke) && grey(style.fill));
		}).length,
		Uses: svg.querySelectorAll("use").length,
		Dead: [...svg.querySelectorAll("use")].filter(e => e.getBoundingClientRect().height === 0).length,
	})))(colour => {
		const [r, g, b] = colour.match(/[0-9]+/g) ?? [0, 0, 0];
		return r === g && g === b;
	})`)
	if len(boxes) < want {
		t.Errorf("%d figures, want %d at least", len(boxes), want)
	}
	// How many paths the axes take depends on the ticks: a figure of three rates can have 18 in
	// all, a forest of one ratio has the line and the point of that and of its legend.
	for i, b := range boxes {
		height, ink, colour := 200.0, 10.0, 5.0
		if b.ID == "figure-forest" {
			height, ink, colour = 130, 8, 4
		}
		if b.Width < 300 || b.Height < height || b.Ink < ink || b.Colour < colour || b.Uses < 50 || b.Dead > 0 {
			t.Errorf("figure %d: %+v", i+1, b)
		}
	}
	if ids := evaluate[int](t, p, `[...document.querySelectorAll("[id]")].length - new Set([...document.querySelectorAll("[id]")].map(e => e.id)).size`); ids != 0 {
		t.Errorf("%d names are used twice", ids)
	}
}

// column reads a column of a table: the first line of each cell and its leading
// number; null without one.
const column = `(table, i) => [...document.querySelectorAll("table")[table].tBodies[0].rows].map(r => {
	const text = r.cells[i].firstChild?.textContent ?? "";
	const n = text.startsWith("<") ? 0 : parseFloat(text.replace("[", "").replaceAll(/,(?=\d{3})/g, ""));
	return {Text: text, Number: Number.isNaN(n) ? null : n};
})`

type value struct {
	Text   string
	Number *float64
}

// Every column of every table sorts ascending, descending and back, by click and
// by key.
func sorting(t *testing.T, p *tab) {
	p.do(t, opened) // a head in a closed part takes no key
	sizes := evaluate[[]int](t, p, `[...document.querySelectorAll("table")].map(t => t.tHead.rows[0].cells.length)`)
	if len(sizes) < 2 {
		t.Fatalf("%d tables", len(sizes))
	}
	for table, columns := range sizes {
		for i := range columns {
			at, _ := json.Marshal([]int{table, i})
			read := func() []value { return evaluate[[]value](t, p, "("+column+")(..."+string(at)+")") }
			head := `((t, i) => document.querySelectorAll("table")[t].tHead.rows[0].cells[i])(...` + string(at) + `)`
			state := func() string { return evaluate[string](t, p, head+`.getAttribute("aria-sort") ?? ""`) }
			press := func() {
				if i == 0 { // by keyboard
					p.do(t, chromedp.Evaluate[chromedp.Void](head+`.querySelector("button").focus()`), chromedp.KeyEvent(kb.Enter))
					return
				}
				p.do(t, chromedp.Evaluate[chromedp.Void](head+`.querySelector("button").click()`))
			}
			before := read()
			press()
			if got := state(); got != "ascending" {
				t.Fatalf("table %d, column %d: aria-sort %q after a press", table+1, i+1, got)
			}
			up := read()
			checkOrder(t, up, 1)
			press()
			if got := state(); got != "descending" {
				t.Fatalf("table %d, column %d: aria-sort %q after two presses", table+1, i+1, got)
			}
			checkOrder(t, read(), -1)
			press()
			if got, after := state(), read(); got != "" || !slices.EqualFunc(before, after, func(a, b value) bool { return a.Text == b.Text }) {
				t.Errorf("table %d, column %d: not as before after three presses: aria-sort %q", table+1, i+1, got)
			}
			if sortedTexts := slices.Sorted(texts(before)); !slices.Equal(sortedTexts, slices.Sorted(texts(up))) {
				t.Errorf("table %d, column %d: sorting lost or doubled a row", table+1, i+1)
			}
		}
	}
}

func texts(list []value) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range list {
			if !yield(v.Text) {
				return
			}
		}
	}
}

// checkOrder checks columns of numbers; blanks must be last.
func checkOrder(t *testing.T, list []value, direction float64) {
	t.Helper()
	var last *float64
	blank := false
	for _, v := range list {
		if v.Number == nil && v.Text != "" && v.Text != "–" {
			return // a column of words
		}
	}
	for _, v := range list {
		if v.Number == nil {
			blank = true
			continue
		}
		if blank {
			t.Errorf("%q is below a blank", v.Text)
		}
		if last != nil && direction*(*v.Number-*last) < 0 {
			t.Errorf("%v before %v, direction %v", *last, *v.Number, direction)
		}
		last = v.Number
	}
}

// A click saves the run's measurements, byte for byte.
func download(t *testing.T, p *tab, run string) {
	links := evaluate[[]string](t, p, `[...document.querySelectorAll("a[download]")].map(a => a.dataset.name)`)
	if !slices.Contains(links, "measurements.csv") || !slices.Contains(links, "summary.csv") {
		t.Fatalf("downloads %q", links)
	}
	dir := t.TempDir()
	if _, err := chromedp.CallBrowser(p, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"measurements.csv", "summary.csv"} {
		want, err := os.ReadFile(filepath.Join(run, name))
		if err != nil {
			t.Fatal(err)
		}
		p.do(t, chromedp.Click(chromedp.CSS(`a[data-name="`+name+`"]`)))
		var got []byte
		for range 100 {
			if got, err = os.ReadFile(filepath.Join(dir, name)); err == nil && len(got) >= len(want) {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes saved, %v, want the %d of the run", name, len(got), err, len(want))
		}
	}
}

func scheme(name string) chromedp.Action[chromedp.Void] {
	return call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

// screen sets the size of the window in CSS pixels.
func screen(width, height int64) chromedp.Action[chromedp.Void] {
	return call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 500})
}

func anyScreen() chromedp.Action[chromedp.Void] {
	return call(emulation.ClearDeviceMetricsOverride, cdp.Empty{})
}

// Texts are legible in both colour schemes (WCAG AA: contrast 4.5). Figures keep a
// light background.
func colours(t *testing.T, p *tab) {
	const contrasts = `(() => {
		const rgb = s => s.match(/[\d.]+/g).map(Number);
		const lum = c => { const [r, g, b] = c.map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
			return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
		const ground = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] > 0) return c.slice(0, 3); } return [255, 255, 255]; };
		return [...document.querySelectorAll("body, h1, h2, dt, dd, p, small, a, li, th, td, code, .verdict")].map(e => {
			const [a, b] = [lum(rgb(getComputedStyle(e).color).slice(0, 3)), lum(ground(e))];
			return {Element: e.tagName + "." + e.className, Contrast: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), Ground: b};
		});
	})()`
	type contrast struct {
		Element          string
		Contrast, Ground float64
	}
	for _, name := range []string{"light", "dark"} {
		p.do(t, scheme(name))
		list := evaluate[[]contrast](t, p, contrasts)
		if dark := list[0].Ground < 0.2; dark != (name == "dark") {
			t.Errorf("%s: the ground has luminance %.2f", name, list[0].Ground)
		}
		for _, c := range list {
			if c.Contrast < 4.5 {
				t.Errorf("%s: %s has contrast %.1f", name, c.Element, c.Contrast)
				break
			}
		}
		if got := evaluate[string](t, p, `getComputedStyle(document.querySelector("figure")).backgroundColor`); got != "rgb(255, 255, 255)" {
			t.Errorf("%s: the background of figures is %s", name, got)
		}
	}
	p.do(t, scheme("light"))
}

// On paper there are no links and downloads, and nothing is cut off.
func printed(t *testing.T, p *tab, name string) {
	p.do(t, call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}), screen(672, 900)) // the width of the text on A4
	if shown := evaluate[[]string](t, p, `[...document.querySelectorAll("nav, #data, #pick, .tools, .to, .scripted")].filter(e => e.checkVisibility()).map(e => e.id || e.className || e.tagName)`); len(shown) > 0 {
		t.Errorf("links and tools are printed: %q", shown)
	}
	if closed := evaluate[int](t, p, `[...document.querySelectorAll("details small, details td")].filter(e => !e.checkVisibility({contentVisibilityAuto: true}) && !e.matches(".to, .to *")).length`); closed > 0 {
		t.Errorf("%d texts of closed parts are not printed", closed)
	}
	type cut struct {
		Table string
		Over  float64
	}
	for _, c := range evaluate[[]cut](t, p, `[...document.querySelectorAll(".scroll")].map(e => ({Table: e.ariaLabel,
		Over: Math.max(e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight)}))`) {
		if c.Over > 1 {
			t.Errorf("the table %q is %v px too large", c.Table, c.Over)
		}
	}
	p.do(t, anyScreen(), call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
	pdf := get(t, p, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("printing gives %.20q", pdf)
	}
	save(t, name+".pdf", pdf)
}

// shoot saves screenshots of the page when BROWSERTEST_SHOTS is set.
func shoot(t *testing.T, p *tab, name string) {
	if os.Getenv("BROWSERTEST_SHOTS") == "" {
		return
	}
	for _, s := range []string{"light", "dark"} {
		p.do(t, scheme(s))
		save(t, name+"-"+s+".png", get(t, p, chromedp.FullScreenshot(100)))
	}
	p.do(t, scheme("light"), screen(400, 800))
	save(t, name+"-narrow.png", get(t, p, chromedp.CaptureScreenshot()))
}

func save(t *testing.T, name string, content []byte) {
	dir := os.Getenv("BROWSERTEST_SHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
		t.Error(err)
	}
}
