package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
	"hyphbench/internal/wordlist"
)

func newBuildCommand() *cobra.Command {
	o := &buildOptions{filter: "bloom", eps: "1%"}
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build a filter from a list of keys and write it to a file",
		Long: `Builds a filter from the keys in a file, one per line, and writes the filter to
a file for 'hyphbench query'. The same keys and seed give the same bytes. The
file that --out names is written when the filter is complete. If the build
fails, an existing file is not changed. A summary is printed on standard error.

Before the file is written, every key is queried once. If the filter denies a
key, the build fails. A structure that loses keys, such as npm-cuckoo, therefore
needs --allow-lost.

Empty lines are skipped. Line ends may be LF or CRLF. With -0 every key ends
with a zero byte, so a key may contain line ends. A repeated key counts once.

Some structures have no false positives if you list all words that may ever be
queried (a closed universe). --universe is the file of these words, keys
included. --known-negatives is a file of frequent queries that are not keys. The
structure 'stacked' gives few false positives for them.
'hyphbench filters --all' lists all structures.`,
		Example: `  hyphbench build --keys=words.txt --filter=gcs --eps=1% --out=words.filter
  hyphbench query words.filter < words.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			return o.run(cmd)
		},
	}
	cmd.Flags().StringVar(&o.keys, "keys", "", "file of the keys; - is standard input")
	cmd.Flags().StringVar(&o.filter, "filter", o.filter, "structure")
	cmd.Flags().StringVar(&o.eps, "eps", o.eps, "false-positive rate; exact structures ignore it")
	cmd.Flags().Uint64Var(&o.seed, "seed", 0, "seed of the hash function and of all random choices")
	cmd.Flags().StringVar(&o.out, "out", "", "file of the filter")
	cmd.Flags().StringVar(&o.universe, "universe", "", "file of the words of a closed universe")
	cmd.Flags().StringVar(&o.negatives, "known-negatives", "", "file of words that are not keys and are often queried")
	cmd.Flags().BoolVar(&o.lossy, "allow-lost", false, "write the filter even if it denies some of its keys, and print how many")
	cmd.Flags().BoolVarP(&o.null, "null", "0", false, "in all input files, a zero byte ends each key or word")
	return cmd
}

type buildOptions struct {
	keys, filter, eps, out, universe, negatives string
	seed                                        uint64
	null, lossy                                 bool
}

func (o *buildOptions) run(cmd *cobra.Command) error {
	s, cfg, err := o.parse()
	if err != nil {
		return usage.Wrong(err)
	}
	if in := sameFile(o.out, o.keys, o.universe, o.negatives); in != "" {
		return usage.Errorf("--out=%s would overwrite the input %s: want another file", o.out, in)
	}
	lines, err := wordlist.Read(o.keys, cmd.InOrStdin(), o.null)
	if err != nil {
		return err
	}
	keys := lines.Distinct()
	if s.Closed {
		if cfg.Universe, err = wordlist.Read(o.universe, cmd.InOrStdin(), o.null); err != nil {
			return err
		}
	}
	if o.negatives != "" {
		if cfg.Negatives, err = wordlist.Read(o.negatives, cmd.InOrStdin(), o.null); err != nil {
			return err
		}
	}
	f, err := s.Build(keys, cfg)
	if err != nil {
		return fmt.Errorf("%s: %w", o.keys, err)
	}
	stored, ok := f.(filter.Stored)
	if !ok {
		return fmt.Errorf("a %s cannot be written to a file", s.Title)
	}
	file, err := stored.AppendBinary(nil)
	if err != nil {
		return err
	}
	lost, err := denied(s, file, keys)
	switch {
	case err != nil:
		return err
	case lost > 0 && !o.lossy:
		return fmt.Errorf("%s: the %s denies %d of its %d keys: want another structure, or --allow-lost to write the filter anyway", o.keys, s.Title, lost, keys.Len())
	case int64(len(file)) > inputfile.Filter.Most():
		return inputfile.TooLong("the file of the "+s.Title, "a filter", inputfile.Filter.Most())
	}
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	err = runfolder.WriteFile(o.out, file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--out=%s: the folder %q does not exist", o.out, filepath.Dir(o.out))
	}
	if err != nil {
		return fmt.Errorf("--out=%s: %w", o.out, err)
	}
	text := built(f, s, keys.Len(), len(file))
	if again := lines.Len() - keys.Len(); again > 0 {
		text += fmt.Sprintf(", keys that were there again: %s", axis.Grouped(again))
	}
	if lost > 0 {
		text += fmt.Sprintf(", %d of its keys denied", lost)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s: %s, %s\n", o.out, s.Title, text)
	return nil
}

// sameFile is the first of some files that is the file of a name, through links too; empty
// where none is.
func sameFile(name string, files ...string) string {
	out, err := os.Stat(name)
	if err != nil { // a new file
		return ""
	}
	for _, in := range files {
		if info, err := os.Stat(in); in != "" && err == nil && os.SameFile(info, out) {
			return in
		}
	}
	return ""
}

// denied asks all keys of a filter's file, as 'hyphbench query' will, and counts those denied.
func denied(s filter.Structure, file []byte, keys *wordlist.List) (lost int, err error) {
	f, err := s.Open(file)
	if err != nil {
		return 0, err
	}
	for key := range keys.Each() {
		if !f.Contains(key) {
			lost++
		}
	}
	return lost, nil
}

// parse checks the flags before anything is read.
func (o *buildOptions) parse() (filter.Structure, filter.Config, error) {
	if strings.Contains(o.filter, ",") {
		return filter.Structure{}, filter.Config{}, fmt.Errorf("--filter=%s: want one structure, since a file has one filter", o.filter)
	}
	s, err := all.ByName(strings.TrimSpace(o.filter))
	if err != nil {
		return s, filter.Config{}, fmt.Errorf("--filter: %w", err)
	}
	rate, err := axis.ParseRate(o.eps)
	if err != nil {
		return s, filter.Config{}, fmt.Errorf("--eps: %w", err)
	}
	cfg := filter.Config{Epsilon: rate.Float(), Seed: o.seed}
	switch {
	case s.Open == nil:
		err = fmt.Errorf("--filter: a %s cannot be written to a file", s.Title)
	case o.keys == "":
		err = errors.New("--keys is missing: want the file of the keys")
	case o.out == "":
		err = errors.New("--out is missing: want the name of the filter's file")
	case s.Closed && o.universe == "":
		err = fmt.Errorf("--universe is missing: a %s is exact on a closed universe; want the file of its words", s.Title)
	case !s.Closed && o.universe != "":
		err = fmt.Errorf("--universe=%s: a %s does not use it: want --universe only for a structure that is exact on a closed universe", o.universe, s.Title)
	case !s.Negatives && o.negatives != "":
		err = fmt.Errorf("--known-negatives=%s: a %s does not use it: want the structure stacked", o.negatives, s.Title)
	case o.keys == "-" && o.universe == "-":
		err = errors.New("--keys and --universe are both standard input: want a file for one of them")
	case o.keys == "-" && o.negatives == "-":
		err = errors.New("--keys and --known-negatives are both standard input: want a file for one of them")
	case !s.Exact:
		err = cfg.Check()
	}
	return s, cfg, err
}

// built says what became of n keys.
func built(f filter.Filter, s filter.Structure, n, bytes int) string {
	text := fmt.Sprintf("%s keys, %.2f bits per key, ", axis.Grouped(n), float64(f.Bits())/float64(n))
	switch {
	case s.Closed:
		text += "no false positives within the universe"
	case s.Exact:
		text += "no false positives"
	default:
		text += "expected rate " + table.Significant(100*f.Theory(), 3) + " %"
	}
	return text + fmt.Sprintf(", file of %s bytes", axis.Grouped(bytes))
}
