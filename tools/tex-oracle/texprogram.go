package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// paragraph is the number of characters in a paragraph: each becomes one line of
// at most 16383 pt, at 5.25 pt per character.
const paragraph = 2000

// hyphenate hyphenates tokens of printable ASCII with INITEX and the given files,
// and returns each token with - at its breaks.
func hyphenate(ctx context.Context, program string, files [][]byte, left, right int, tokens []string) ([]string, error) {
	dir, err := os.MkdirTemp("", "tex-oracle-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)

	for i, src := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("rules%d.tex", i)), src, 0o600); err != nil {
			return nil, err
		}
	}
	text, err := paragraphs(tokens)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "tokens.tex"), text, 0o600); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "oracle.tex"), driver(len(files), left, right), 0o600); err != nil {
		return nil, err
	}

	cmd := exec.CommandContext(ctx, program, "-ini", "-no-parse-first-line", "-interaction=batchmode", "oracle.tex")
	cmd.Dir = dir
	// The default breaks the lines of the log at 79 characters.
	cmd.Env = append(os.Environ(), "max_print_line=100000", "error_line=254", "half_error_line=238")
	console, runErr := cmd.CombinedOutput()
	var exit *exec.ExitError
	if runErr != nil && !errors.As(runErr, &exit) {
		return nil, fmt.Errorf("%w: want TeX, in Debian texlive-binaries and texlive-base", runErr)
	}
	log, err := os.ReadFile(filepath.Join(dir, "oracle.log"))
	if err != nil {
		return nil, fmt.Errorf("%s wrote no log: want INITEX: %w\n%s", program, errors.Join(err, runErr), console)
	}
	if runErr != nil {
		return nil, fmt.Errorf("%s: %w: %s", program, runErr, firstError(log))
	}
	return answers(log, tokens)
}

// driver is the TeX program: INITEX's state, the rule files, the font, and
// parameters with which every paragraph becomes one underfull line in the log.
// All characters of the tokens have category 12; hyphenation depends on \lccode,
// which INITEX sets for A–Z and a–z.
func driver(files, left, right int) []byte {
	var b bytes.Buffer
	b.WriteString("\\catcode`\\{=1 \\catcode`\\}=2 \\catcode`\\#=6 \\catcode`\\^=7\n")
	for i := range files {
		fmt.Fprintf(&b, "\\input rules%d.tex\n", i)
	}
	fmt.Fprintf(&b, "\\lefthyphenmin=%d \\righthyphenmin=%d \\uchyph=1\n", left, right)
	b.WriteString(`\font\f=cmtt10 \f \hyphenchar\f=45
\hsize=16383pt \parindent=0pt \parfillskip=0pt
\pretolerance=-1 \tolerance=-1 \hbadness=0 \vbadness=10000 \vfuzz=16383pt
\output={\setbox0\box255 \deadcycles=0 }
\everypar={\hskip 1pt\relax}
\count1=33
\def\plain{\catcode\count1=12 \advance\count1 by 1 \ifnum\count1<127 \expandafter\plain\fi}
\def\go{\plain \input tokens.tex }
\def\finish{\par\end}
\expandafter\go\finish
`)
	return b.Bytes()
}

// paragraphs writes one token per line and an empty line between paragraphs.
func paragraphs(tokens []string) ([]byte, error) {
	var b bytes.Buffer
	held := 0
	for _, token := range tokens {
		for i := range len(token) {
			if token[i] <= ' ' || token[i] > '~' {
				return nil, fmt.Errorf("token %q: want printable ASCII", token)
			}
		}
		if held > 0 && held+len(token) > paragraph {
			b.WriteByte('\n')
			held = 0
		}
		held += len(token) + 1
		b.WriteString(token)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// answers reads the hyphenated tokens from the log: the line after each report of
// an underfull box is its content.
func answers(log []byte, tokens []string) ([]string, error) {
	all := make([]string, 0, len(tokens))
	lines := strings.Split(string(log), "\n")
	for i := 0; i+1 < len(lines); i++ {
		if !strings.HasPrefix(lines[i], "Underfull \\hbox") {
			continue
		}
		i++
		_, content, ok := strings.Cut(lines[i], "\\f ")
		if !ok {
			return nil, fmt.Errorf("a box in the log has no text: %.60q", lines[i])
		}
		all = append(all, strings.Fields(content)...)
	}
	if len(all) != len(tokens) {
		return nil, fmt.Errorf("TeX answered %d of %d tokens: %s", len(all), len(tokens), firstError(log))
	}
	for i, answer := range all {
		if strings.ReplaceAll(answer, "-", "") != strings.ReplaceAll(tokens[i], "-", "") {
			return nil, fmt.Errorf("answer %d is %q: want the token %q", i, answer, tokens[i])
		}
	}
	return all, nil
}

// firstError is the first error in a log.
func firstError(log []byte) string {
	i := bytes.Index(log, []byte("\n! "))
	if i < 0 {
		return "its log has no error message"
	}
	message := log[i+1:]
	return string(message[:min(len(message), 300)])
}
