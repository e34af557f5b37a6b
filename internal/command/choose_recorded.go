package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/choose"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/harness"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// answerPresets answers one preset, or all.
func (o *chooseOptions) answerPresets(cmd *cobra.Command) error {
	if o.preset == "all" && o.html != "" {
		return usage.Wrong(errors.New("--html shows one answer: want one preset, not --preset=all"))
	}
	record, structures, err := ownRecord()
	if err != nil {
		return err
	}
	structures = append(structures, choose.Measured()...)
	if o.preset == "all" && o.format == string(table.JSON) {
		list, err := choose.PresetAnswers(structures, record)
		if err != nil {
			return err
		}
		return table.WriteJSON(cmd.OutOrStdout(), list)
	}
	if o.preset == "all" {
		page, err := choose.PresetsPage(structures, record)
		if err != nil {
			return err
		}
		return table.Write(cmd.OutOrStdout(), page, table.Format(o.format))
	}
	for _, p := range choose.Presets() {
		if o.preset == p.Name {
			a, err := p.Answer(structures, record)
			if err != nil {
				return err
			}
			return o.write(cmd, a)
		}
	}
	return usage.Errorf("unknown preset %q%s: want one of %s, or all", o.preset, settings.DidYouMean(o.preset, presetNames()), strings.Join(presetNames(), ", "))
}

// considered are the structures that an answer may name.
func considered() ([]filter.Structure, error) {
	return all.Resolve(strings.Join(choose.Considered(), ","))
}

// ownRecord is the program's record of costs, and the structures that it is asked of.
func ownRecord() (*choose.Record, []filter.Structure, error) {
	record, err := choose.OwnRecord()
	if err != nil {
		return nil, nil, err
	}
	structures, err := considered()
	return record, structures, err
}

func presetNames() (names []string) {
	for _, p := range choose.Presets() {
		names = append(names, p.Name)
	}
	return names
}

// wrapNames writes names in lines of at most so many columns, two blanks in front.
func wrapNames(names []string, columns int) string {
	return "  " + strings.Join(table.Wrap(strings.Join(names, ", "), columns-2), "\n  ")
}

// makeRecord measures the record of costs that the presets are answered from.
func (o *chooseOptions) makeRecord(cmd *cobra.Command) error {
	structures, err := considered()
	if err != nil {
		return err
	}
	sizes := choose.RecordSizes()
	if o.quick {
		sizes = sizes[:1]
	}
	painter := harness.NewPainter(cmd.ErrOrStderr())
	r, err := choose.MakeRecord(cmd.Context(), append(structures, choose.Measured()...), sizes, o.seed, "hyphbench choose --record=record.csv", visits(painter))
	painter.Finish()
	if err != nil {
		return err
	}
	return runfolder.WriteFile(o.record, []byte(r.Text()))
}

// drawMap draws what is answered from the record of costs.
func (o *chooseOptions) drawMap(cmd *cobra.Command) error {
	format := figure.Format(strings.TrimPrefix(filepath.Ext(o.chart), "."))
	switch {
	case !slices.Contains(figure.Formats(), format):
		return usage.Errorf("--map=%s: want a name that ends in .svg, .png or .pdf", o.chart)
	case !(o.perKey >= 0):
		return usage.Errorf("--bits-per-key=%v is out of range: want 0 or more", o.perKey)
	}
	q, err := o.question()
	if err != nil {
		return usage.Wrong(err)
	}
	q.Members = max(0, o.members)
	record, structures, err := ownRecord()
	if err != nil {
		return err
	}
	m, err := record.Map(q, structures, o.perKey)
	if err != nil {
		return err
	}
	content, err := m.Drawing(record, o.perKey, bilingual.Lang(o.lang.Value)).Encode(format, figure.Label{ID: "choose-map", Title: "map of the answers"})
	if err != nil {
		return err
	}
	if err := runfolder.WriteFile(o.chart, content); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: wrote %s\n", o.chart)
	return err
}
