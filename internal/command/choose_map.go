package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
)

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
	content, err := m.Drawing(record, o.perKey, figure.Lang(o.lang.Value)).Encode(format, figure.Label{ID: "choose-map", Title: "map of the answers"})
	if err != nil {
		return err
	}
	if err := runfolder.WriteFile(o.chart, content); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: wrote %s\n", o.chart)
	return err
}
