package figure

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/canvas"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Folder is where a run's figures are, below the run.
const Folder = "figures"

// Format is a file format, as the files end.
type Format string

const (
	SVG Format = "svg"
	PNG Format = "png" // 200 dots an inch
	PDF Format = "pdf"
)

// Formats lists the formats.
func Formats() []Format { return []Format{SVG, PNG, PDF} }

const dpi = 200

// Skip is a skipped figure with the reason.
type Skip struct{ ID, Reason string }

// Render draws figures of a run into dir/figures, in the given formats,
// language and style, and returns the files relative to dir. A file is written
// atomically. Figures without data in the run are skipped. Those of a part of a run,
// and those by medians, have names of their own: they replace no figure of the run.
// By medians a figure without the mean of a time is skipped. Beside a figure for
// an article lies a text with all that its own caption should say.
func Render(s *report.Summary, figures []Figure, dir string, formats []Format, l bilingual.Lang, style Style) (files []string, skipped []Skip, err error) {
	if !slices.Contains(bilingual.Langs(), l) {
		return nil, nil, fmt.Errorf("unknown language %q: want en or pt", l)
	}
	for _, f := range formats {
		if !slices.Contains(Formats(), f) {
			return nil, nil, unknownFormat(f)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, Folder), 0o777); err != nil {
		return nil, nil, err
	}
	for _, f := range figures {
		drawing, err := f.Drawn(s, l)
		if isNoData(err) {
			skipped = append(skipped, Skip{f.ID, err.Error() + ofPart(s)})
			continue
		}
		if err == nil && s.By == report.Medians && !drawing.page.medians {
			skipped = append(skipped, Skip{f.ID, "it shows no mean of a time, which a median could replace"})
			continue
		}
		if err != nil {
			return files, skipped, fmt.Errorf("figure %s: %w", f.ID, err)
		}
		drawing = drawing.In(style)
		name := filepath.Join(Folder, fileName(f.ID, partMark(s), style, l)+".")
		write := func(ending string, content []byte) error {
			if err := runfolder.WriteFile(filepath.Join(dir, name+ending), content); err != nil {
				return err
			}
			files = append(files, name+ending)
			return nil
		}
		for _, format := range formats {
			content, err := drawing.Encode(format, Label{f.ID, drawing.titled(f.Title.In(l)), s.Meta.Start()})
			if err != nil {
				return files, skipped, fmt.Errorf("figure %s: %w", f.ID, err)
			}
			if err := write(string(format), content); err != nil {
				return files, skipped, err
			}
		}
		if style.Paper {
			if err := write("txt", []byte(drawing.Caption())); err != nil {
				return files, skipped, err
			}
		}
	}
	return files, skipped, nil
}

// FileName is the name of a figure's files, without their ending.
func FileName(id string, l bilingual.Lang) string { return fileName(id, "", Style{}, l) }

func fileName(id, part string, style Style, l bilingual.Lang) string {
	return canvas.Name("fig-"+id) + part + style.mark() + l.Mark()
}

// partMark is what the names of files of a part of a run, or by medians, have
// before the language.
func partMark(s *report.Summary) string {
	mark := ""
	if s.Part.Mark != "" {
		mark = "." + s.Part.Mark
	}
	if s.By == report.Medians {
		mark += "." + string(s.By)
	}
	return mark
}

// ofPart says in a reason that a run was narrowed.
func ofPart(s *report.Summary) string {
	if s.Part.Whole() {
		return ""
	}
	return " (narrowed to " + s.Part.Text + ")"
}

// Label is the metadata of a file.
type Label struct {
	ID    string    // begins the names inside an SVG, so that several may stand in one page
	Title string    // of an SVG, for readers that cannot see the picture
	Date  time.Time // that a PDF bears
}

// Encode returns the drawing as a file.
func (d *Drawing) Encode(f Format, l Label) ([]byte, error) {
	var on vg.CanvasWriterTo
	switch f {
	case SVG:
		svg, _, err := d.Picture(l)
		return svg, err
	case PNG:
		on = canvas.Outlines{CanvasWriterTo: vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(d.Width, d.Height), vgimg.UseDPI(dpi))}}
	case PDF:
		on = canvas.Outlines{CanvasWriterTo: vgpdf.New(d.Width, d.Height)}
	default:
		return nil, unknownFormat(f)
	}
	content, err := d.painted(on)
	if f == PDF {
		content = withDate(content, l.Date)
	}
	return content, err
}

// painted is the drawing as the file of a canvas.
func (d *Drawing) painted(on vg.CanvasWriterTo) ([]byte, error) {
	if d.page.style.Grey {
		on = greys{on}
	}
	d.Paint(draw.New(on))
	var b bytes.Buffer
	_, err := on.WriteTo(&b)
	return b.Bytes(), err
}

// withDate replaces the clock's date. The writer offers nothing else but a
// global variable.
func withDate(pdf []byte, date time.Time) []byte {
	clock := regexp.MustCompile(`/(Creation|Mod)Date \(D:\d{14}\)`)
	return clock.ReplaceAll(pdf, []byte("/${1}Date (D:"+date.UTC().Format("20060102150405")+")"))
}

func unknownFormat(f Format) error {
	return fmt.Errorf("unknown format %q: want svg, png or pdf", f)
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }
