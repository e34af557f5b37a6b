package harness

import (
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/runfolder"
)

// ClaimsLast is a flag that changes what is printed alone, and is not recorded.
const ClaimsLast = "claims-last"

// Argv is the command as run.json holds it.
func Argv(args []string, flags *pflag.FlagSet) []string {
	list := []string{"hyphbench"}
	value := false          // the next word is that of a flag which names no path
	var flagged *pflag.Flag // this flag
	for _, a := range args {
		long, isLong := strings.CutPrefix(a, "--")
		name, _, assigned := strings.Cut(long, "=")
		f := flags.Lookup(name)
		noPath := isLong && f != nil && !namesPath(f)
		if noPath && !value {
			flagged = f
		}
		switch {
		case isLong && (IsPart(a) || name == ClaimsLast) && !value:
			continue
		case value, noPath:
			list = append(list, withoutFolders(flagged, a))
		default:
			list = append(list, baseNames(a))
		}
		value = noPath && !value && !assigned && f.NoOptDefVal == ""
	}
	return list
}

// namesPath reports whether a flag can name a file or a folder: what is a text of any
// kind. The others have values of their own, such as --shard=2/3.
func namesPath(f *pflag.Flag) bool {
	_, list := f.Value.(flagvalue.FileList)
	return !list && flagvalue.NamesFile(f) || strings.HasPrefix(f.Value.Type(), "string")
}

// withoutFolders is a word of a flag that names no path, save files in a list of names.
func withoutFolders(f *pflag.Flag, word string) string {
	list, ok := f.Value.(flagvalue.FileList)
	if !ok {
		return word
	}
	if flag, value, assigned := strings.Cut(word, "="); assigned && strings.HasPrefix(word, "--") {
		return flag + "=" + list.WithoutFolders(value)
	}
	if strings.HasPrefix(word, "--") {
		return word
	}
	return list.WithoutFolders(word)
}

// Recorded is the value of a flag as run.json holds it.
func Recorded(f *pflag.Flag) string {
	if list, ok := f.Value.(flagvalue.FileList); ok {
		return list.Recorded()
	}
	if namesPath(f) {
		return baseNames(f.Value.String())
	}
	return f.Value.String()
}

// baseNames reduces paths to their last part: a run records no folders of its
// user.
func baseNames(value string) string {
	if list, isList := strings.CutPrefix(value, "["); isList && strings.HasSuffix(value, "]") {
		parts := strings.Split(strings.TrimSuffix(list, "]"), ",")
		for i, p := range parts {
			parts[i] = baseNames(p)
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	flag, path, isFlag := strings.Cut(value, "=")
	if isFlag && strings.HasPrefix(flag, "-") {
		return flag + "=" + baseNames(path)
	}
	if strings.ContainsAny(value, `/\`) {
		return filepath.Base(filepath.FromSlash(value))
	}
	return value
}

// ResumeCommand is the command that resumes the run, for a shell. The run
// records its parameters, but not the folders of its files.
func (r *Run) ResumeCommand(dir string) string { return ShellLine(r.resumeWords(dir)) }

func (r *Run) resumeWords(dir string) []string {
	words := []string{r.Program, "run"}
	if name := r.Experiment.Name(); name != r.Unnamed {
		words = append(words, name)
	}
	return append(append(words, "--resume="+dir), r.files()...)
}

// files are the flags of the run that name files, as they are now.
func (r *Run) files() (words []string) {
	r.Own.VisitAll(func(f *pflag.Flag) {
		if !f.Changed || !flagvalue.NamesFile(f) {
			return
		}
		words = append(words, typed(f)...)
	})
	return words
}

// typed is a flag as it would be typed, a list one by one.
func typed(f *pflag.Flag) (words []string) {
	values := []string{f.Value.String()}
	if many, ok := f.Value.(pflag.SliceValue); ok {
		values = many.GetSlice()
	}
	for _, value := range values {
		words = append(words, "--"+f.Name+"="+value)
	}
	return words
}

// Unsaid are the flags that environment or file set, as they would be typed: the command line
// alone would measure something else.
func Unsaid(flags *pflag.FlagSet, settings map[string]runfolder.Setting) (words []string) {
	flags.VisitAll(func(f *pflag.Flag) {
		if source := settings[f.Name].Source; source == "env" || source == "file" {
			words = append(words, typed(f)...)
		}
	})
	return words
}

// GoRun is the program, in printed commands, where 'go run' began it: three words in one.
const GoRun = "go run ./cmd/hyphbench"

// ShellLine writes words as a line that a shell reads as these words.
func ShellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = ShellQuote(w); w == GoRun {
			quoted[i] = w
		}
	}
	return strings.Join(quoted, " ")
}

// ShellQuote quotes a word where a shell would read it as something else.
func ShellQuote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
