package harness

import (
	"github.com/spf13/pflag"

	"hyphbench/internal/flagvalue"
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
		files := []string{f.Value.String()}
		if many, ok := f.Value.(pflag.SliceValue); ok {
			files = many.GetSlice()
		}
		for _, file := range files {
			words = append(words, "--"+f.Name+"="+file)
		}
	})
	return words
}
