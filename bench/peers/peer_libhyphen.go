package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"hyphbench/internal/knuthliang"
)

//go:embed libhyphen/driver.c
var libhyphenDriver []byte

// substringsScript prepares patterns for the library. It is in Debian's
// libhyphen-dev.
const substringsScript = "/usr/share/libhyphen/substrings.pl"

// openLibhyphen compiles the driver and starts a process for each API of the
// library.
func openLibhyphen(in *Input) (all []*Participant, err error) {
	driver := filepath.Join(in.Dir, "libhyphen-driver")
	if err := compileDriver(driver); err != nil {
		return nil, err
	}
	words, err := in.writeWords()
	if err != nil {
		return nil, err
	}
	patterns, err := libhyphenDictionary(in, "patterns", nil)
	if err != nil {
		return nil, err
	}
	merged, err := libhyphenDictionary(in, "merged", in.Merged)
	if err != nil {
		return nil, err
	}
	version := packageVersion("libhyphen0")
	const asPatterns = "exceptions as patterns"
	for _, setup := range []struct {
		figure     Figure
		api        string
		dictionary string
		truth      Rule
		setting    string
		note       string
	}{
		{MaskPatterns, "inner", patterns, TeXPatterns, "", "the pattern level alone, without the compound level before it"},
		{MaskPatterns, "public", patterns, TeXPatterns, "", ""},
		{Mask, "inner", merged, TeXExceptions, asPatterns, "the pattern level alone, without the compound level before it"},
		{Mask, "public", merged, TeXExceptions, asPatterns, ""},
		{Text, "text", merged, TeXExceptions, asPatterns, "lower case out"},
	} {
		c, err := startChild(context.Background(), in.Words.Len(), driver, setup.dictionary, words, setup.api,
			strconv.Itoa(in.Rules.LeftMin), strconv.Itoa(in.Rules.RightMin))
		if err != nil {
			closeAll(all)
			return nil, err
		}
		all = append(all, &Participant{
			Figure: setup.figure, Name: "libhyphen (" + setup.api + ")", Version: version,
			Setting: setup.setting, Note: setup.note,
			Section: c.section, Breaks: c.breaks, Truth: setup.truth, Close: c.Close,
			Found: Found{Bytes: some(float64(c.hello.Bytes))},
		})
	}
	return all, nil
}

// compileDriver needs a C compiler and the library's header.
func compileDriver(to string) error {
	source := to + ".c"
	if err := os.WriteFile(source, libhyphenDriver, 0o644); err != nil {
		return err
	}
	cc, err := exec.LookPath("cc")
	if err != nil {
		return errors.New("no C compiler: want gcc and libhyphen-dev")
	}
	if out, err := exec.Command(cc, "-O2", "-o", to, source, "-lhyphen").CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return fmt.Errorf("the driver does not compile: want libhyphen-dev: %s", strings.ReplaceAll(first, source, "driver.c"))
	}
	return nil
}

// libhyphenDictionary prepares the patterns with the library's own script.
func libhyphenDictionary(in *Input, name string, exceptions []knuthliang.Exception) (string, error) {
	perl, err := exec.LookPath("perl")
	if err != nil {
		return "", errors.New("no perl: want it to prepare the patterns")
	}
	if _, err := os.Stat(substringsScript); err != nil {
		return "", errors.New("no substrings.pl: want libhyphen-dev")
	}
	raw, err := in.writeLines(name+".pat", func(each func(string)) {
		for _, line := range in.patternLines(exceptions) {
			each(line)
		}
	})
	if err != nil {
		return "", err
	}
	dictionary := filepath.Join(in.Dir, name+".dic")
	const encoding = "ISO8859-1" // one byte per letter, the faster encoding in the library
	prepare := exec.Command(perl, substringsScript, raw, dictionary, encoding,
		strconv.Itoa(in.Rules.LeftMin), strconv.Itoa(in.Rules.RightMin))
	if err := prepare.Run(); err != nil {
		return "", fmt.Errorf("substrings.pl: %w", err)
	}
	return dictionary, nil
}

// packageVersion is the version of a Debian package; empty on other systems.
func packageVersion(name string) string {
	out, err := exec.Command("dpkg-query", "-W", "-f", "${Version}", name).Output()
	if err != nil {
		return ""
	}
	return string(out)
}
