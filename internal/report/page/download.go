package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"html/template"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// download is a file within the page, compressed. Data is its URL, empty where
// the file is too large for that.
type download struct {
	Name string // as the script gives it out; without scripts with .gz
	What string
	Data template.URL
}

// maxData is the largest URL of a file, so that a page stays below 2 MB. The
// measurements of a full run of two filters take a third of it.
const maxData = 1 << 20

// MostMeasurements is the largest measurements.csv that could become one that small.
const MostMeasurements = 32 * maxData

func downloads(s *report.Summary, results []claim.Result, measurements []byte, large bool) ([]download, error) {
	var list []download
	add := func(name, what string, content []byte) error {
		url, err := dataURL(content)
		if len(url) > maxData {
			url = ""
		}
		list = append(list, download{name, what, template.URL(url)})
		return err
	}
	const every = "every single measurement, warm-up included"
	if large {
		list = append(list, download{Name: runfolder.MeasurementsFile, What: every})
	}
	if measurements != nil {
		if err := add(runfolder.MeasurementsFile, every, measurements); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	if err := report.WriteSummary(&text, s, table.CSV); err != nil {
		return nil, err
	}
	if err := add("summary.csv", "the tables above, and the lines over ε", text.Bytes()); err != nil {
		return nil, err
	}
	if len(results) == 0 {
		return list, nil
	}
	text.Reset()
	if err := claim.Write(&text, s, results, table.CSV); err != nil {
		return nil, err
	}
	return list, add("verdicts.csv", "the verdicts with effects, intervals and p", text.Bytes())
}

// dataURL is content, compressed, as a URL, which every browser saves without a
// script. Uncompressed it would be three times as large.
func dataURL(content []byte) (string, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(content); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return "data:application/gzip;base64," + base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
