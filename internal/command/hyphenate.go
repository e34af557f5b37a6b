package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/corpus"
	"hyphbench/internal/hyphenators"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/markup"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newHyphenateCommand() *cobra.Command {
	o := &hyphenateOptions{mark: "-", Options: hyphenators.Options{Rule: hyphenators.RuleNatural}}
	cmd := &cobra.Command{
		Use:   "hyphenate [FILE]...",
		Short: "Hyphenate a text, a word list, HTML or LaTeX",
		Long: `Reads the FILEs, or standard input, and writes the text with a mark at every
hyphenation point. Everything else stays the same. The output follows the input
line by line, so the command works in pipes.

--html adds soft hyphens to the text of a page. The lang attributes of the page
select the language. Elements such as code, pre, script, style and textarea are
skipped.
--latex adds discretionary hyphens to the text of a document. It skips the
preamble, commands, math, verbatim text and comments. Without these flags the
name of a FILE shows its format: .html, .htm and .xhtml are HTML, and .tex and
.ltx are LaTeX. --html=false and --latex=false read such files as plain text.

--lang=pt uses the installed hyph-utf8 patterns (of TeX Live) for Portuguese.
--lang=list lists the installed languages. --patterns reads a file:

  .tex      TeX patterns; \input loads further files
  .pat.txt  a plain list of patterns; the .hyp.txt beside it has the exceptions
  .dic      a LibreOffice dictionary, read as libhyphen reads it

--word-rule selects which parts of a token (text between white space) are words:

  natural      every run of letters; web and e-mail addresses are skipped
  tex          the first run of letters; a hyphen in the token forbids breaks
  hypher       the whole token, as in the function hyphenate of npm hypher
  hypher-text  as in the function hyphenateText of npm hypher: only words of
               five or more characters; a slash between words gets a zero-width
               space

The rules natural and tex break a word as TeX does. A minimum number of letters
stays before the first break and after the last break.

An exception is a word with a given hyphenation. Exceptions come from the
pattern file. For the built-in patterns (American English), they also come from
hyphenex.tex. --exceptions names files that replace hyphenex.tex: TeX files with
\hyphenation{…}, or plain lists of hyphenated words. If a word has several
exceptions, the last one is used.`,
		Example: `  echo 'hyphenation algorithm' | hyphbench hyphenate
  hyphbench hyphenate --mark='·' words.txt
  hyphbench hyphenate page.html > hyphenated.html
  hyphbench hyphenate chapter.tex > hyphenated.tex
  hyphbench hyphenate --lang=list`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			return o.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.mark, "mark", o.mark, "mark at a hyphenation point (with --html a soft hyphen, with --latex \\-)")
	flags.StringVar(&o.Rule, "word-rule", o.Rule, "natural, tex, hypher or hypher-text")
	flags.StringVar(&o.Language, "lang", "", "language of the patterns, such as pt or de-1996; list prints all that are installed (default: American English)")
	flags.StringVar(&o.Patterns, "patterns", "", "file of patterns instead of patterns-en.tex: .tex, .pat.txt or .dic")
	flags.StringArrayVar(&o.Exceptions, "exceptions", nil, "file of exceptions instead of hyphenex.tex; may be repeated")
	flags.IntVar(&o.Left, "left-min", 0, "minimum number of letters before the first break, 1 to 63, or 0 for the minimum that the patterns give")
	flags.IntVar(&o.Right, "right-min", 0, "minimum number of letters after the last break, 1 to 63, or 0 for the minimum that the patterns give")
	flags.BoolVar(&o.html, "html", false, "the text is HTML")
	flags.BoolVar(&o.latex, "latex", false, "the text is LaTeX")
	return cmd
}

type hyphenateOptions struct {
	hyphenators.Options
	mark        string
	html, latex bool
}

// check checks what the flags' own parsers do not.
func (o *hyphenateOptions) check() error {
	if err := settings.OneOf("word-rule", o.Rule, hyphenators.RuleNatural, hyphenators.RuleTeX, hyphenators.RuleHypher, hyphenators.RuleHypherText); err != nil {
		return err
	}
	for _, minimum := range []struct {
		flag  string
		value int
	}{{"left-min", o.Left}, {"right-min", o.Right}} {
		if minimum.value < 0 || minimum.value > knuthliang.MaxMin {
			return usage.Errorf("--%s=%d is out of range: want 1 to %d letters", minimum.flag, minimum.value, knuthliang.MaxMin)
		}
	}
	switch {
	case o.mark == "":
		return usage.Errorf("--mark= is empty, and would mark nothing: want a mark, such as --mark=-")
	case o.html && o.latex:
		return usage.Errorf("--html and --latex exclude each other: want one of them")
	case o.Rule == hyphenators.RuleHypherText && (o.html || o.latex):
		return usage.Errorf("--word-rule=%s is for plain text: want another rule with --html or --latex", hyphenators.RuleHypherText)
	case o.Rule != hyphenators.RuleNatural && corpus.IsDictionary(o.Patterns):
		return usage.Errorf("--word-rule=%s is for patterns of TeX, %s is a dictionary of libhyphen: want %s", o.Rule, o.Patterns, hyphenators.RuleNatural)
	case o.Patterns != "" && o.Language != "" && !o.html:
		return usage.Errorf("--lang and --patterns exclude each other, except with --html: want one of them")
	}
	return nil
}

func (o *hyphenateOptions) run(cmd *cobra.Command, inputs []string) error {
	if err := o.check(); err != nil {
		return err
	}
	l := &hyphenators.Languages{Options: o.Options, Warn: cmd.ErrOrStderr()}
	if o.Language == "list" {
		return l.List(cmd.OutOrStdout())
	}
	if len(inputs) == 0 {
		inputs = []string{"-"}
	}
	h, err := l.Own()
	if err != nil {
		return err
	}
	given := cmd.Flags().Changed("html") || cmd.Flags().Changed("latex")
	for _, input := range inputs {
		of := *o
		if !given {
			of.html, of.latex = byEnding(input)
			if err := of.check(); err != nil {
				return fmt.Errorf("%s: %w (for plain text: --html=false)", input, err)
			}
		}
		work := of.transform(h, l, cmd.Flags().Changed("mark"))
		if !given && !of.html && !of.latex {
			work = plain(input, cmd.ErrOrStderr(), work)
		}
		if err := hyphenateFile(cmd, input, work); err != nil {
			return err
		}
	}
	return nil
}

// byEnding is what the name of a file says of its text.
func byEnding(name string) (html, latex bool) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return true, false
	case ".tex", ".ltx":
		return false, true
	}
	return false, false
}

// plain is work on a text whose name says nothing, with a warning where its beginning looks like
// markup: tags and commands would be hyphenated.
func plain(name string, stderr io.Writer, work func(io.Writer, io.Reader) error) func(io.Writer, io.Reader) error {
	return func(w io.Writer, r io.Reader) error {
		in := bufio.NewReader(r)
		_, _ = in.Peek(1) // an error is read again
		start, _ := in.Peek(in.Buffered())
		start = bytes.ToLower(bytes.TrimSpace(start))
		for _, markup := range []struct{ begins, flag string }{{"<!doctype html", "html"}, {"<html", "html"}, {"\\documentclass", "latex"}} {
			if bytes.HasPrefix(start, []byte(markup.begins)) {
				if name == "-" {
					name = "standard input"
				}
				fmt.Fprintf(stderr, "hyphbench: %s begins with %s and is hyphenated as plain text: --%s leaves its markup alone\n", name, markup.begins, markup.flag)
				break
			}
		}
		return work(w, in)
	}
}

// transform returns what is done with a text: h hyphenates what has no language of its own.
func (o *hyphenateOptions) transform(h hyphenators.Hyphenator, l *hyphenators.Languages, marked bool) func(io.Writer, io.Reader) error {
	mark := o.mark
	switch {
	case o.html:
		if !marked {
			mark = "\u00ad"
		}
		return markup.HTML{Mark: mark, Default: h, Language: l.OfTag}.Hyphenate
	case o.latex:
		if !marked {
			mark = `\-`
		}
		return markup.LaTeX{Mark: mark, Breaker: h}.Hyphenate
	}
	if text, ok := h.(hyphenators.HypherText); ok {
		return markup.Lines{Mark: mark, Text: text.HypherText}.Hyphenate
	}
	return func(w io.Writer, r io.Reader) error { return knuthliang.Transform(w, r, h, mark) }
}

// hyphenateFile hyphenates a file, or standard input, until it ends or the command
// is interrupted: a read from a terminal ends in no other way.
func hyphenateFile(cmd *cobra.Command, name string, work func(io.Writer, io.Reader) error) error {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := inputfile.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if in, err = text(f); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	done := make(chan error, 1)
	go func() { done <- work(cmd.OutOrStdout(), in) }()
	select {
	case err := <-done:
		if err != nil && name != "-" {
			return fmt.Errorf("%s: %w", name, err)
		}
		return err
	case <-cmd.Context().Done():
		return context.Cause(cmd.Context())
	}
}

// text is a file, unless a zero byte in its beginning says that it is no text.
func text(file io.Reader) (io.Reader, error) {
	const beginning = 8 << 10
	r := bufio.NewReaderSize(file, beginning)
	if _, err := r.Peek(1); err != nil { // empty, or an error that is read again
		return r, nil
	}
	start, _ := r.Peek(r.Buffered()) // what came at once: a pipe is not waited for
	if bytes.IndexByte(start, 0) >= 0 {
		return nil, errors.New("it contains zero bytes, so it is not text: want UTF-8 text")
	}
	return r, nil
}
