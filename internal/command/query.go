package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/settings"
	"hyphbench/internal/terminal"
	"hyphbench/internal/wordlist"
)

func newQueryCommand(m *terminal.Verbosity) *cobra.Command {
	o := &queryOptions{}
	cmd := &cobra.Command{
		Use:   "query FILTER [FILE]...",
		Short: "Read words, and print those that a filter admits",
		Long: `Reads words, one on each line, from the FILEs or standard input and prints those
that the filter in the file FILTER admits: every key, and a share of the other
words equal to its false-positive rate. FILTER is a file written by 'hyphbench
build'. With --allow-lost, 'build' also writes a filter that denies some of its
keys, and warns.

Empty lines are skipped. Line ends may be LF or CRLF. With -0 a zero byte ends
each word, on input and output, and a word may hold any other bytes.

The exit code is 0 however many words are admitted, unlike grep's; --count tells
how many. It is 1 for a damaged FILTER and for a FILE that cannot be read.`,
		Example: `  hyphbench query words.filter < words.txt
  hyphbench query --count --invert words.filter words.txt my-words.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no FILTER: want the file of a filter")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			return o.run(cmd, args[0], args[1:])
		},
	}
	cmd.Flags().BoolVarP(&o.count, "count", "c", false, "print only the number of words")
	cmd.Flags().BoolVarP(&o.invert, "invert", "v", false, "print the words that the filter denies: they are certainly no keys")
	m.VerboseAlone(cmd.Flags())
	cmd.Flags().BoolVarP(&o.null, "null", "0", false, "words end with zero bytes instead of line ends")
	return cmd
}

type queryOptions struct {
	count, invert, null bool
}

func (o *queryOptions) run(cmd *cobra.Command, name string, inputs []string) error {
	f, err := openFilter(name)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	q := &queries{options: o, filter: f, out: out}
	if len(inputs) == 0 {
		inputs = []string{"-"}
	}
	for _, input := range inputs {
		if err = q.file(cmd, input); err != nil {
			break
		}
	}
	if err == nil && o.count {
		fmt.Fprintln(out, q.found)
	}
	return errors.Join(err, out.Flush()) // what was found before an error stays
}

// openFilter reads the file of a filter, and no more than the beginning of another one.
func openFilter(name string) (filter.Filter, error) {
	data, err := inputfile.Read(name, inputfile.Filter, filter.CheckBeginning)
	if err != nil {
		return nil, err
	}
	_, f, err := all.Open(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// queries is a pass over the inputs.
type queries struct {
	options *queryOptions
	filter  filter.Filter
	out     *bufio.Writer
	found   int
}

func (q *queries) file(cmd *cobra.Command, name string) error {
	if name == "-" {
		return q.read(cmd.Context(), "standard input", cmd.InOrStdin())
	}
	f, err := inputfile.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return q.read(cmd.Context(), name, f)
}

// read asks for the words of one input as they come.
func (q *queries) read(ctx context.Context, name string, r io.Reader) error {
	words := bufio.NewScanner(r)
	words.Buffer(make([]byte, 1<<16), wordlist.LongestWord+len("\ufeff\r\n")+1)
	end, unit := byte('\n'), ":"
	if q.options.null {
		end, unit = 0, ": word "
		words.Split(scanNull)
	}
	at := 0
	for words.Scan() {
		at++
		word := words.Bytes()
		if !q.options.null {
			if at == 1 {
				word = bytes.TrimPrefix(word, []byte("\ufeff"))
			}
			if !utf8.Valid(word) {
				return fmt.Errorf("%s:%d: %q is not UTF-8: want a file in UTF-8, or zero bytes between words and -0", name, at, word[:min(len(word), 40)])
			}
		}
		if len(word) > wordlist.LongestWord {
			return wordlist.TooLong(name, at, q.options.null)
		}
		if len(word) > 0 {
			if err := q.ask(word, end); err != nil {
				return err
			}
		}
		const often = 4096
		if at%often == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	switch err := words.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return wordlist.TooLong(name, at+1, q.options.null)
	case err != nil:
		return fmt.Errorf("%s%s%d: %w", name, unit, at+1, err)
	}
	return nil
}

// ask prints the word if it is one of those asked for.
func (q *queries) ask(word []byte, end byte) error {
	if q.filter.Contains(string(word)) == q.options.invert {
		return nil
	}
	if q.found++; q.options.count {
		return nil
	}
	_, err := q.out.Write(word)
	return errors.Join(err, q.out.WriteByte(end))
}

// scanNull is a bufio.SplitFunc for words that zero bytes end.
func scanNull(data []byte, atEOF bool) (advance int, word []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
