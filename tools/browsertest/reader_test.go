package browsertest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// opened opens all parts that a reader can open, closed closes them.
var (
	opened = chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("main details, #answer details").forEach(d => { d.open = true; })`)
	closed = chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach(d => { d.open = false; })`)
)

// On every screen only wide tables scroll sideways, and say so; the answer and
// the verdicts are there without it.
func width(t *testing.T, p *tab) {
	p.do(t, closed)
	for _, size := range []int64{360, 400, 1280} {
		p.do(t, screen(size, 800))
		if over := evaluate[float64](t, p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
			t.Errorf("%d px: the page is %v px wider", size, over)
		}
		if out := evaluate[[]string](t, p, `[...document.querySelectorAll(".verdict, .order, h1, h2, h3, figure, #pick > *, .tools > *")]
			.filter(e => e.checkVisibility() && !e.hidden).filter(e => { const b = e.getBoundingClientRect();
				return b.left < -0.5 || b.right > document.documentElement.clientWidth + 0.5; }).map(e => e.textContent.trim().slice(0, 40))`); len(out) > 0 {
			t.Errorf("%d px: beside the screen: %q", size, out)
		}
		if low := evaluate[float64](t, p, `scrollTo(0, 0), document.querySelector(".tally")?.getBoundingClientRect().bottom ?? 0`); low > 800 {
			t.Errorf("%d px: the tally ends at %v px, below the first screen", size, low)
		}
		type hint struct {
			Label      string
			Over, Says bool
		}
		hints := evaluate[[]hint](t, p, `new Promise(done => requestAnimationFrame(() => setTimeout(() => done([...document.querySelectorAll(".scroll")]
			.filter(e => e.checkVisibility()).map(e => ({Label: e.ariaLabel, Over: e.scrollWidth > e.clientWidth + 1,
				Says: getComputedStyle(e.parentElement, "::before").content.includes("scroll sideways")}))))))`)
		wide := 0
		for _, h := range hints {
			if h.Over != h.Says {
				t.Errorf("%d px: %q is wider than its place: %v, and says so: %v", size, h.Label, h.Over, h.Says)
			}
			if h.Over {
				wide++
			}
		}
		if size == 360 && wide == 0 {
			t.Error("no table is wide on a telephone: nothing is tested")
		}
	}
	// A figure becomes larger where it is small, and scrolls in its frame.
	p.do(t, screen(400, 800), chromedp.Evaluate[chromedp.Void](`document.querySelector(".larger input").click()`))
	if w := evaluate[float64](t, p, `document.querySelector(".pane").clientWidth`); w < 600 {
		t.Errorf("a larger figure has %v px", w)
	}
	if over := evaluate[float64](t, p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("with a larger figure the page is %v px too wide", over)
	}
	p.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".larger input").click()`), anyScreen())
}

// mark is where a point of a figure is on the screen, with what it says.
type mark struct {
	X, Y             float64
	Name, At, Value  string
	Series, InSeries int
}

const firstFigure = `Object.entries(JSON.parse(document.getElementById("points").textContent)).find(([, f]) => f.series.length)`

// marks are those of the first figure, in the order of the arrow keys.
const marks = `(() => {
	const [id, { w, series }] = ` + firstFigure + `;
	const pane = document.querySelector("#" + CSS.escape(id) + " .pane");
	pane.scrollIntoView({block: "center"});
	const box = pane.getBoundingClientRect();
	return series.flatMap((s, i) => s.p.map(([x, y, at, value], j) => ({X: box.left + x * box.width / w, Y: box.top + y * box.width / w,
		Name: s.name, At: at, Value: value, Series: i, InSeries: j})));
})()`

// said is the text of the open tip, with its place.
const said = `(() => { const tip = [...document.querySelectorAll(".tip")].find(e => !e.hidden); if (!tip) return {Text: ""};
	const b = tip.getBoundingClientRect(); return {Text: [...tip.children].map(e => e.textContent).join("|"), Left: b.left, Right: b.right, Top: b.top, Bottom: b.bottom}; })()`

type tip struct {
	Text                     string
	Left, Right, Top, Bottom float64
}

func (s mark) text() string {
	var parts []string
	for _, part := range []string{s.Name, s.At, s.Value} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "|")
}

// A figure says its values: to a mouse that points there, to a finger that taps,
// to the arrow keys.
func points(t *testing.T, p *tab) {
	move := func(x, y float64) chromedp.Action[chromedp.Void] {
		return call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y})
	}
	list := evaluate[[]mark](t, p, marks)
	if len(list) < 3 {
		t.Fatalf("the first figure has %d points", len(list))
	}
	for _, s := range []mark{list[0], list[len(list)/2], list[len(list)-1]} {
		p.do(t, move(s.X, s.Y))
		if got := evaluate[tip](t, p, said); got.Text != s.text() {
			t.Errorf("a mouse at %+v reads %q", s, got.Text)
		}
	}
	p.do(t, move(2, 2))
	if got := evaluate[tip](t, p, said); got.Text != "" {
		t.Errorf("a mouse elsewhere reads %q", got.Text)
	}

	p.do(t, screen(400, 800), call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true}))
	list = evaluate[[]mark](t, p, marks)
	for _, s := range []mark{list[0], list[len(list)-1]} {
		p.do(t,
			call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: s.X, Y: s.Y}}}),
			call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchEnd", TouchPoints: []*input.TouchPoint{}}))
		var got tip
		for range 40 { // a tap becomes a click a moment later
			if got = evaluate[tip](t, p, said); got.Text == s.text() {
				break
			}
			time.Sleep(25 * time.Millisecond)
		}
		if got.Text != s.text() {
			t.Errorf("a finger at %+v reads %q", s, got.Text)
		}
		if got.Left < 0 || got.Right > 400.5 || got.Bottom-got.Top < 20 {
			t.Errorf("the values are beside the screen: %+v", got)
		}
	}
	p.do(t, call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{}), anyScreen())

	p.do(t, chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`),
		chromedp.Evaluate[chromedp.Void](`(() => { const [id] = `+firstFigure+`; document.querySelector("#" + CSS.escape(id) + " .pane").focus(); })()`))
	// The first series can be a baseline's, of one point: right goes on in the first of several.
	second := slices.IndexFunc(list, func(s mark) bool { return s.InSeries == 1 })
	p.do(t, chromedp.KeyEvent(kb.ArrowRight))
	if got := evaluate[tip](t, p, said); got.Text != list[0].text() {
		t.Errorf("the right arrow: %q, want %q", got.Text, list[0].text())
	}
	for range list[second].Series {
		p.do(t, chromedp.KeyEvent(kb.ArrowDown))
	}
	p.do(t, chromedp.KeyEvent(kb.Home))
	if got := evaluate[tip](t, p, said); got.Text != list[second-1].text() {
		t.Errorf("Home: %q, want %q", got.Text, list[second-1].text())
	}
	p.do(t, chromedp.KeyEvent(kb.ArrowRight))
	if got := evaluate[tip](t, p, said); got.Text != list[second].text() {
		t.Errorf("Home and the right arrow: %q, want %q", got.Text, list[second].text())
	}
	if role := evaluate[string](t, p, `[...document.querySelectorAll(".tip")].find(e => !e.hidden).getAttribute("role")`); role != "status" {
		t.Errorf("values are not read out: role %q", role)
	}
	p.do(t, chromedp.KeyEvent(kb.Escape))
	if got := evaluate[tip](t, p, said); got.Text != "" {
		t.Errorf("Escape leaves %q", got.Text)
	}
}

// check presses the box of a structure or a metric by its number.
func choose(kind string, number int) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("#pick [data-kind=%s] [value='%d']").click()`, kind, number))
}

// Choosing a structure leaves its rows and the figures that show it, in which it
// stands out; choosing a metric its tables, columns and figures.
func pick(t *testing.T, p *tab) {
	all := evaluate[int](t, p, `document.querySelectorAll("figure:not([hidden]), tbody tr:not([hidden])").length`)
	name := evaluate[string](t, p, `document.querySelector("#pick [data-kind=s] label").textContent.trim()`)
	p.do(t, choose("s", 0))
	type state struct {
		Rows, Foreign, Figures, WrongFigures, Chosen int
		Says, Open                                   string
	}
	const look = `(() => {
		const own = document.querySelector("#pick [data-kind=s] label").textContent.trim();
		const rows = [...document.querySelectorAll("table[data-structure] tbody tr")].filter(r => !r.hidden);
		const figures = [...document.querySelectorAll("figure")];
		return {Rows: rows.length, Foreign: rows.filter(r => r.cells[r.closest("table").dataset.structure].textContent !== own).length,
			Figures: figures.filter(f => !f.hidden).length,
			WrongFigures: figures.filter(f => f.dataset.s && f.hidden === f.dataset.s.split(" ").includes("0")).length,
			Chosen: document.querySelectorAll(".chosen circle").length,
			Says: document.querySelector("#pick output").textContent, Open: document.querySelector("#pick summary").textContent};
	})()`
	got := evaluate[state](t, p, look)
	if got.Rows == 0 || got.Foreign > 0 || got.WrongFigures > 0 || got.Figures == 0 || got.Says == "" || !strings.HasSuffix(got.Open, ": "+name) {
		t.Errorf("%s chosen: %+v", name, got)
	}
	if named := evaluate[bool](t, p, `Object.values(JSON.parse(document.getElementById("points").textContent)).some(f => f.series.some(s => s.s === 0))`); named != (got.Chosen > 0) {
		t.Errorf("%s chosen: %d points stand out", name, got.Chosen)
	}
	p.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector("#pick [type=reset]").click()`))
	await(t, p, fmt.Sprintf(`document.querySelectorAll("figure:not([hidden]), tbody tr:not([hidden])").length === %d`, all))

	p.do(t, choose("m", 0))
	if wrong := evaluate[[]string](t, p, `[...document.querySelectorAll("#tables [data-m], #figures [data-m], #verdicts [data-m]")]
		.filter(e => e.hidden === e.dataset.m.split(" ").includes("0") && !e.closest("tr")?.dataset.s).map(e => e.tagName + " " + e.id)`); len(wrong) > 0 {
		t.Errorf("the first metric chosen, wrongly shown or hidden: %q", wrong)
	}
	if empty := evaluate[int](t, p, `[...document.querySelectorAll("#tables table")].filter(e => e.checkVisibility() && ![...e.tBodies[0].rows].some(r => r.checkVisibility())).length`); empty > 0 {
		t.Errorf("%d empty tables are shown", empty)
	}
	// A link to a hidden row shows all again.
	p.do(t, chromedp.Evaluate[chromedp.Void](`location.hash = "#" + [...document.querySelectorAll("#tables [id]")].find(e => !e.checkVisibility()).id`))
	await(t, p, fmt.Sprintf(`document.querySelectorAll("figure:not([hidden]), tbody tr:not([hidden])").length === %d`, all))
}

// await waits for a condition.
func await(t *testing.T, p *tab, condition string) {
	t.Helper()
	for range 80 {
		if evaluate[bool](t, p, condition) {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Errorf("never: %s", condition)
}

// Links from a verdict lead to its figures and rows, those of a figure to its rows
// and verdicts; what they lead to is on the screen, below the bar.
func links(t *testing.T, p *tab) {
	for _, size := range []int64{400, 1280} {
		p.do(t, screen(size, 800), closed)
		followed := 0
		for _, from := range []string{`#verdicts tr a[href^="#figure-"]`, `#verdicts tr a[href^="#row"]`, `figcaption a[href^="#row"]`, `figcaption a[href^="#verdict-"]`,
			`#tables .to a`, `.tally a.supported, .tally a.contradicted`, `.tally a.untested`, `.ratios td a`, `nav a[href="#figures"]`, `.caveats a`} {
			type arrival struct {
				From, To         string
				Top, Bottom, Bar float64
			}
			got := evaluate[arrival](t, p, fmt.Sprintf(`(async () => {
				const link = document.querySelector(%q);
				if (!link) return {};
				link.click();
				await new Promise(done => setTimeout(done, 60));
				const to = document.getElementById(decodeURIComponent(link.hash.slice(1)));
				const b = (to?.tagName === "TR" ? to.cells[0] : to)?.getBoundingClientRect();
				const bar = document.getElementById("pick").getBoundingClientRect(); // in the way where it sticks
				return {From: link.textContent, To: link.hash, Top: b?.top ?? -1, Bottom: b?.bottom ?? -1, Bar: bar.top <= 0 ? bar.bottom : 0};
			})()`, from))
			if got.To == "" {
				continue
			}
			followed++
			if got.Top < got.Bar-1 || got.Top > 790 || got.Bottom <= got.Top {
				t.Errorf("%d px: %s, %q leads to %s, which is at %v to %v, the bar ends at %v", size, from, got.From, got.To, got.Top, got.Bottom, got.Bar)
			}
		}
		if want := evaluate[int](t, p, `document.querySelector("#verdicts") ? 7 : 3`); followed < want {
			t.Errorf("%d px: only %d kinds of links, want %d", size, followed, want)
		}
	}
	p.do(t, anyScreen(), chromedp.Evaluate[chromedp.Void](`history.replaceState(null, "", location.pathname), scrollTo(0, 0)`))
}

// A figure is saved as the picture that it is.
func saved(t *testing.T, p *tab) {
	dir := t.TempDir()
	if _, err := chromedp.CallBrowser(p, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
	}); err != nil {
		t.Fatal(err)
	}
	file := evaluate[string](t, p, `document.querySelector(".save").dataset.file`)
	read := func(name string) *os.File {
		for range 200 {
			if f, err := os.Open(filepath.Join(dir, name)); err == nil {
				return f
			}
			time.Sleep(25 * time.Millisecond)
		}
		t.Fatalf("%s is not saved", name)
		return nil
	}
	p.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".save [value=svg]").click()`))
	svg := read(file + ".svg")
	defer svg.Close()
	counts := map[string]int{}
	for d := xml.NewDecoder(svg); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the SVG is broken: %v", err)
		}
		if e, is := token.(xml.StartElement); is {
			counts[e.Name.Local]++
		}
	}
	if want := evaluate[int](t, p, `document.querySelector("figure svg").querySelectorAll("path").length`); counts["path"] != want || counts["svg"] != 1 {
		t.Errorf("the SVG has %v, want %d paths", counts, want)
	}
	p.do(t, chromedp.Evaluate[chromedp.Void](`document.querySelector(".save [value=png]").click()`))
	picture := read(file + ".png")
	defer picture.Close()
	img, err := png.Decode(picture)
	if err != nil {
		t.Fatal(err)
	}
	wide := evaluate[float64](t, p, `document.querySelector("figure svg").viewBox.baseVal.width * 200 / 72`)
	dark := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, g, b, _ := img.At(x, y).RGBA(); r+g+b < 0x8000 {
				dark++
			}
		}
	}
	if math.Abs(float64(img.Bounds().Dx())-wide) > 1 || dark < 2000 {
		t.Errorf("the PNG is %v with %d dark dots, want a width of %.0f", img.Bounds(), dark, wide)
	}
}

// Everything has a name for readers who do not see it.
func names(t *testing.T, p *tab) {
	p.do(t, opened)
	nameless := evaluate[[]string](t, p, `(() => {
		const text = e => e?.textContent.trim();
		const named = {
			table: e => text(e.caption), figure: e => text(document.getElementById(e.getAttribute("aria-labelledby"))),
			"svg[role=img]": e => text(e.querySelector("title")), a: text, button: e => e.ariaLabel || text(e), summary: text,
			input: e => e.ariaLabel || text(e.closest("label")), ".scroll": e => e.ariaLabel, th: text, ".pane": e => e.ariaLabel, nav: e => e.ariaLabel, form: e => e.ariaLabel, fieldset: e => text(e.querySelector("legend")),
		};
		return Object.entries(named).flatMap(([what, name]) => [...document.querySelectorAll(what)].filter(e => !name(e)).map(e => what + " " + e.outerHTML.slice(0, 80)));
	})()`)
	if len(nameless) > 0 {
		t.Errorf("without a name: %q", nameless)
	}
	levels := evaluate[[]int](t, p, `[...document.querySelectorAll("h1, h2, h3")].map(e => Number(e.tagName[1]))`)
	for i, l := range levels {
		if i == 0 && l != 1 || i > 0 && (l == 1 || l > levels[i-1]+1) {
			t.Errorf("headings of levels %v", levels)
			break
		}
	}
	// A finger of 24 px hits every tool (WCAG 2.2, 2.5.8), links in a text aside.
	p.do(t, screen(400, 800))
	if small := evaluate[[]string](t, p, `[...document.querySelectorAll("button, summary, #pick label, nav a, .tally a")].filter(e => e.checkVisibility() && !e.closest("th, .rest")).map(e => [e, e.getBoundingClientRect()])
		.filter(([, b]) => b.height > 0 && b.height < 24).map(([e, b]) => e.textContent.trim() + " " + b.height)`); len(small) > 0 {
		t.Errorf("too small for a finger: %q", small)
	}
	p.do(t, anyScreen())
}

// Without scripts all texts, tables and figures are there, and nothing that
// would need one.
func scriptless(t *testing.T, p *tab, file string) {
	p.do(t, call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}), chromedp.Navigate("file://"+file), screen(400, 800))
	if dead := evaluate[[]string](t, p, `[...document.querySelectorAll(".scripted, form, button, .tip")].filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 80))`); len(dead) > 0 {
		t.Errorf("shown without the script that they need: %q", dead)
	}
	if hidden := evaluate[int](t, p, `[...document.querySelectorAll("figure svg, main h2, #tables tbody tr, .tally, .notes li, .downloads li")].filter(e => !e.checkVisibility()).length`); hidden > 0 {
		t.Errorf("%d parts are hidden without scripts", hidden)
	}
	if over := evaluate[float64](t, p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
		t.Errorf("without scripts the page is %v px too wide", over)
	}
	if evaluate[bool](t, p, `document.documentElement.classList.contains("scripts")`) {
		t.Error("the script ran: nothing is tested")
	}
	p.do(t, call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{}), anyScreen())
}
