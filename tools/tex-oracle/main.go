// Command tex-oracle compares package knuthliang with TeX.
//
// An installed tex (Debian: texlive-binaries, texlive-base) hyphenates a word list
// and random tokens, once with the pattern file alone and once with the exception
// file too. tex-oracle counts the tokens with different breaks. It reads TeX's
// breaks from the display of underfull boxes, as \showhyphens does, in a font
// without ligatures or kerns between letters.
//
//	tex-oracle [-words FILE] [-random N] [-seed S] [-patterns FILE] [-exceptions FILE] [-tex PROGRAM]
//
// Exit codes: 0 no differences, 1 differences or no answer of TeX, 2 wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"
	"unicode/utf8"

	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("tex-oracle", flag.ContinueOnError)
	flags.SetOutput(stderr)
	wordsFile := flags.String("words", "", "word list, one token per line; none: random tokens alone")
	random := flags.Int("random", 150_000, "number of random tokens")
	seed := flags.Uint64("seed", 1, "seed of the random tokens")
	patterns := flags.String("patterns", "data/patterns-en.tex", "pattern file")
	exceptions := flags.String("exceptions", "data/hyphenex.tex", "exception file")
	program := flags.String("tex", "tex", "the TeX program")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if flags.NArg() > 0 || *random < 0 {
		fmt.Fprintln(stderr, "tex-oracle: want flags alone, and -random of at least 0")
		return 2
	}
	differences, err := compare(ctx, stdout, *program, *patterns, *exceptions, *wordsFile, *random, *seed)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "tex-oracle:", err)
		return 1
	case differences > 0:
		return 1
	}
	return 0
}

// compare hyphenates all tokens in both states and prints a line for each state.
func compare(ctx context.Context, out io.Writer, program, patternFile, exceptionFile, wordsFile string, random int, seed uint64) (differences int, err error) {
	files, err := corpus.LoadFiles(patternFile, exceptionFile)
	if err != nil {
		return 0, err
	}
	h, err := files.Load()
	if err != nil {
		return 0, err
	}

	list := wordlist.Of()
	if wordsFile == "" {
		fmt.Fprintln(out, "no word list given (-words): random tokens alone")
	} else {
		src, err := os.ReadFile(wordsFile)
		if err != nil {
			return 0, err
		}
		if list, err = wordlist.Parse(wordsFile, src); err != nil {
			return 0, err
		}
	}
	sets := []struct {
		name   string
		tokens []string
	}{
		{"word list", list.All()},
		{fmt.Sprintf("random tokens, seed %d", seed), randomTokens(random, seed, list, h.Exceptions)},
	}
	states := []struct {
		name  string
		files [][]byte
		ours  *knuthliang.TeX
	}{
		{"patterns", [][]byte{files.Patterns.Src}, knuthliang.NewTeX(h.Automaton, h.Rules.Exceptions)},
		{"patterns and exceptions", [][]byte{files.Patterns.Src, files.Exceptions[0].Src}, knuthliang.NewTeX(h.Automaton, h.Rules.Exceptions, h.Exceptions)},
	}
	for _, set := range sets {
		for _, state := range states {
			if len(set.tokens) == 0 {
				continue
			}
			start := time.Now()
			answers, err := hyphenate(ctx, program, state.files, h.Rules.LeftMin, h.Rules.RightMin, set.tokens)
			if err != nil {
				return differences, err
			}
			masks := make([]uint64, len(set.tokens))
			state.ours.Masks(masks, wordlist.Of(set.tokens...))
			different, breaks := 0, 0
			for i, token := range set.tokens {
				ours, atOnce := string(state.ours.AppendHyphenated(nil, token, "-")), hyphenated(token, masks[i])
				breaks += len(answers[i]) - len(token)
				if ours != answers[i] || atOnce != answers[i] && utf8.RuneCountInString(token) <= 64 {
					if different++; different <= 10 {
						fmt.Fprintf(out, "  %s: TeX %s, ours %s, in one call for all tokens %s\n", token, answers[i], ours, atOnce)
					}
				}
			}
			differences += different
			fmt.Fprintf(out, "%s, %s: %d tokens, %d breaks by TeX, %d differences (%.1f s)\n",
				set.name, state.name, len(set.tokens), breaks, different, time.Since(start).Seconds())
		}
	}
	return differences, nil
}

// hyphenated is a token with a hyphen at each break of its mask.
func hyphenated(token string, mask uint64) string {
	var b strings.Builder
	i := 0
	for _, r := range token {
		if mask>>i&1 != 0 {
			b.WriteByte('-')
		}
		b.WriteRune(r)
		i++
	}
	return b.String()
}
