package command

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hyphbench/internal/filter/all"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// tooLong are the lines of a text that are longer than so many columns.
func tooLong(text string, columns int) (list []string) {
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) > columns {
			list = append(list, line)
		}
	}
	return list
}

// fits checks the lines that a command prints.
func fits(t *testing.T, width int, args ...string) {
	t.Helper()
	t.Setenv("COLUMNS", strconv.Itoa(width))
	var stdout, stderr bytes.Buffer
	if code := program().Run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != exitOK {
		t.Fatalf("%v: exit code %d\n%s", args, code, &stderr)
	}
	for _, line := range tooLong(stdout.String(), width) {
		if len(strings.Fields(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "SHA-256 "), "// go get "))) > 1 {
			t.Errorf("%v in %d columns: %q has %d", args, width, line, utf8.RuneCountInString(line))
		}
	}
}

// So has what reads runs.
func TestRunsFit(t *testing.T) {
	racetest.OneGoroutine(t)
	t.Chdir(t.TempDir())
	for i, filters := range []string{"bloom,cuckoo", "bloom,cuckoo", "map,gcs,bloom,blocked,cuckoo,xor,fuse,ribbon"} {
		run := synthetic.Run(synthetic.Options{Filters: strings.Split(filters, ","), Epsilons: "0.01,0.02,0.05", Reps: 6})
		synthetic.Later(run, time.Duration(i)*time.Hour)
		parent := []string{"two", "two", "many"}[i]
		if i == 1 {
			synthetic.Slower(run, 1.5)
		}
		if i == 2 {
			run.Meta.State = runfolder.Running
		}
		if _, err := synthetic.Write(parent, run); err != nil {
			t.Fatal(err)
		}
	}
	for _, width := range []int{60, 80, 132} {
		for _, parent := range []string{"two", "many"} {
			for _, command := range []string{"show", "show table", "show ratios", "verify", "verify -v", "status", "history"} {
				if parent == "many" && command == "history" || command == "status" && width == 60 { // of finished runs; a command to type
					continue
				}
				fits(t, width, append(strings.Fields(command), parent)...)
			}
		}
		fits(t, width, "compare", "two")
	}
}

// What lists print has lines as wide as the terminal is, but for a single word that
// is wider, such as a checksum.
func TestListsFit(t *testing.T) {
	racetest.OneGoroutine(t)
	fits := func(width int, args ...string) { fits(t, width, args...) }
	for _, width := range []int{60, 80, 132} {
		fits(width, "filters")
		fits(width, "filters", "--all", "--n=1000", "--others=1000")
		fits(width, "data")
		fits(width, "stores")
		fits(width, "verify", "--all")
		fits(width, "choose", "--preset=lsm-table")
	}
	for _, s := range all.Structures() {
		fits(80, "filters", s.Name, "--n=1000", "--others=1000")
	}
}

// A list of structures has their names and numbers whole at any width.
func TestListsAreWhole(t *testing.T) {
	for _, width := range []string{"40", "60", "80"} {
		t.Setenv("COLUMNS", width)
		var stdout bytes.Buffer
		if code := program().Run(t.Context(), []string{"filters", "--all", "--n=1753", "--others=1000"}, nil, &stdout, io.Discard); code != exitOK {
			t.Fatal(code)
		}
		for _, want := range append([]string{"m = 16,803", "9.59", "1.01 %", "buckets = 512"}, names()...) {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("%q is broken in %s columns", want, width)
			}
		}
	}
}

func names() (list []string) {
	for _, s := range all.Structures() {
		list = append(list, s.Name)
	}
	return list
}
