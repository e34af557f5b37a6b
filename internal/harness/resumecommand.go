package harness

import (
	"github.com/spf13/pflag"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/runfolder"
)

// resumeCommand is the command that resumes the run, for a shell. The run
// records its parameters, but not the folders of its files.
func (r *Run) resumeCommand(dir string) string { return ShellLine(r.resumeWords(dir)) }

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
