package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// childMode is the environment variable that makes this test binary a child.
const childMode = "PEERS_TEST_CHILD"

// beChild follows the protocol for three words, or violates it.
func beChild(mode string) int {
	switch mode {
	case "silent":
		fmt.Fprintln(os.Stderr, "cannot load:\nno patterns")
		return 1
	case "two words":
		fmt.Println(`{"words":2,"bytes":1,"load_ns":1}`)
		return 0
	case "no json":
		fmt.Println("hello")
		return 0
	}
	fmt.Println(`{"words":3,"bytes":4096,"load_ns":17}`)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch in.Text() + "/" + mode {
		case "pass/good":
			fmt.Println(`{"cpu_ns":600,"wall_ns":900,"breaks":3}`)
		case "dump/good":
			fmt.Print("2 5\n\n1\n")
		case "check/good":
			fmt.Println(`{"fp":4,"fn":1}`)
		case "pass/no clock":
			fmt.Println(`{"cpu_ns":0,"wall_ns":900,"breaks":3}`)
		case "pass/refuses":
			fmt.Println(`{"error":"not today"}`)
		case "dump/words":
			fmt.Print("2 five\n")
		case "pass/dies", "dump/dies":
			fmt.Fprintln(os.Stderr, "out of memory")
			return 3
		}
	}
	return 0
}

func start(t *testing.T, mode string) (*child, error) {
	t.Helper()
	t.Setenv(childMode, mode)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return startChild(context.Background(), 3, self)
}

func TestChild(t *testing.T) {
	c, err := start(t, "good")
	if err != nil {
		t.Fatal(err)
	}
	if c.hello.Bytes != 4096 || c.hello.LoadNs != 17 {
		t.Errorf("hello %+v", c.hello)
	}
	for range 2 { // it stays alive between passes
		s, err := c.section()
		if want := (Sample{CPU: 600, Wall: 900, Ops: 3, Check: 3}); err != nil || s != want {
			t.Errorf("section: %+v, %v; want %+v", s, err, want)
		}
	}
	var got [][]int
	err = c.breaks(func(i int, breaks []int) {
		if i != len(got) {
			t.Errorf("word %d comes as the %dth", i, len(got))
		}
		got = append(got, append([]int{}, breaks...))
	})
	if diff := cmp.Diff([][]int{{2, 5}, {}, {1}}, got); err != nil || diff != "" {
		t.Errorf("breaks: %v\n%s", err, diff)
	}
	var errors checked
	if err := c.request("check", &errors); err != nil || errors != (checked{FP: 4, FN: 1}) {
		t.Errorf("check: %+v, %v", errors, err)
	}
	if err := c.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

func TestChildThatDoesNotStart(t *testing.T) {
	for mode, want := range map[string]string{
		"silent":    "cannot load: no patterns",
		"two words": "read 2 words: want 3",
		"no json":   `answered "hello"`,
	} {
		t.Run(mode, func(t *testing.T) { fails(t, want, func() error { _, err := start(t, mode); return err }) })
	}
	t.Run("no program", func(t *testing.T) {
		fails(t, "no-such-program", func() error {
			_, err := startChild(context.Background(), 3, "no-such-program")
			return err
		})
	})
}

func TestChildThatFails(t *testing.T) {
	pass := func(c *child) error { _, err := c.section(); return err }
	dump := func(c *child) error { return c.breaks(func(int, []int) {}) }
	for _, c := range []struct {
		mode, want string
		do         func(*child) error
	}{
		{"no clock", "0 ns of CPU time", pass},
		{"refuses", "not today", pass},
		{"dies", "ended without an answer: out of memory", pass},
		{"dies", "out of memory", dump},
		{"words", `"2 five" is not a list of positions`, dump},
	} {
		t.Run(c.mode, func(t *testing.T) {
			child, err := start(t, c.mode)
			if err != nil {
				t.Fatal(err)
			}
			defer child.Close()
			fails(t, c.want, func() error { return c.do(child) })
		})
	}
}

func TestTailKeepsTheLast(t *testing.T) {
	var last tail
	fmt.Fprint(&last, strings.Repeat("x", 1000), " the end\n")
	if got := last.String(); len(got) > 500 || !strings.HasSuffix(got, "x the end") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

func fails(t *testing.T, want string, do func() error) {
	t.Helper()
	if err := do(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q in it", err, want)
	}
}
