package command

import (
	"bufio"
	"io"
	"os"

	"github.com/spf13/cobra"

	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
)

func newHyphenateCommand() *cobra.Command {
	o := &hyphenateOptions{mark: "-", rule: "tex"}
	cmd := &cobra.Command{
		Use:   "hyphenate [FILE]",
		Short: "Hyphenate a text or a word list",
		Long: `Writes the text of FILE, or of standard input, with a mark at every hyphenation
point; white space is unchanged.

--word-rule=tex follows TeX: the word is the first run of letters in a token, a
hyphen in the token forbids other breaks, the minima hold for exceptions too.
--word-rule=hypher follows npm hypher: the word is the whole token, exceptions
hold as written.

The exceptions are those of the pattern file and of hyphenex.tex; --exceptions
replaces the latter. Of two exceptions for one word the later wins.`,
		Example: `  echo 'hyphenation algorithm' | hyphbench hyphenate
  hyphbench hyphenate --mark== words.txt`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			if err := oneOf("word-rule", o.rule, "tex", "hypher"); err != nil {
				return err
			}
			h, err := o.hyphenator()
			if err != nil {
				return err
			}
			in := cmd.InOrStdin()
			if len(args) == 1 && args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer f.Close()
				in = f
			}
			return o.write(cmd.OutOrStdout(), in, h)
		},
	}
	cmd.Flags().StringVar(&o.mark, "mark", o.mark, "mark at a hyphenation point")
	cmd.Flags().StringVar(&o.rule, "word-rule", o.rule, "tex or hypher")
	cmd.Flags().StringArrayVar(&o.exceptions, "exceptions", nil, "TeX file of exceptions in place of hyphenex.tex; may be repeated")
	cmd.Flags().StringVar(&o.patterns, "patterns", "", "TeX file of patterns in place of patterns-en.tex, which brings its own minima")
	return cmd
}

type hyphenateOptions struct {
	mark, rule, patterns string
	exceptions           []string
}

// hyphenator reads the TeX files. Patterns of another language come without
// hyphenex, which is English, unless exceptions are named.
func (o *hyphenateOptions) hyphenator() (knuthliang.Hyphenator, error) {
	files, err := corpus.LoadFiles(o.patterns, o.exceptions...)
	if err != nil {
		return nil, err
	}
	if o.patterns != "" && len(o.exceptions) == 0 {
		files.Exceptions = nil
	}
	h, err := files.Load()
	if err != nil {
		return nil, err
	}
	if o.rule == "hypher" {
		return knuthliang.NewHypher(h.Automaton, h.Rules.Exceptions, h.Exceptions), nil
	}
	return knuthliang.NewTeX(h.Automaton, h.Rules.Exceptions, h.Exceptions), nil
}

func (o *hyphenateOptions) write(w io.Writer, r io.Reader, h knuthliang.Hyphenator) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if err := knuthliang.Transform(out, r, h, o.mark); err != nil {
		return err
	}
	return out.Flush()
}
