package command

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
)

func newFiltersCommand() *cobra.Command {
	n, eps := 1753, "0.01"
	cmd := &cobra.Command{
		Use:   "filters",
		Short: "List the structures and their parameters for n and ε",
		Example: `  hyphbench filters
  hyphbench filters --n=1000000 --eps=0.001`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			rate, err := axis.ParseRate(eps)
			if err != nil {
				return usageError{err}
			}
			if n < 0 {
				return usageError{fmt.Errorf("--n=%d is out of range: want 0 keys or more", n)}
			}
			t := newTable("name", "structure", "also does", fmt.Sprintf("n = %d, ε = %s", n, rate), "reference")
			t.SetColumnConfigs([]table.ColumnConfig{wrapped(2, 20), wrapped(5, 34)})
			for _, s := range all.Structures() {
				plan, err := s.Plan(n, filter.Config{Epsilon: rate.Float()})
				if err != nil {
					return usageError{err}
				}
				t.AppendRow(table.Row{s.Name, capitalised(s.Title), abilities(s), parameters(plan.Params), s.Reference})
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), t.Render())
			return err
		},
	}
	cmd.Flags().IntVar(&n, "n", n, "number of keys")
	cmd.Flags().StringVar(&eps, "eps", eps, "false-positive rate")
	return cmd
}

// capitalised is a title at the beginning of a line.
func capitalised(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

func abilities(s filter.Structure) string {
	list := filter.Abilities(s)
	if s.Historical {
		list = append(list, "(historical)")
	}
	return strings.Join(list, ", ")
}

func parameters(params []filter.Param) string {
	var list []string
	for _, p := range params {
		list = append(list, p.Name+" = "+strconv.FormatFloat(p.Value, 'g', 6, 64))
	}
	return strings.Join(list, ", ")
}
