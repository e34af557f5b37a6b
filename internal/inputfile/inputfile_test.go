package inputfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// endless is a file without an end, which counts what is read of it.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.read += int64(len(p))
	return len(p), nil
}

func TestWithoutEnd(t *testing.T) {
	for k, want := range map[Kind]string{
		Settings:     "pipe has more than 1 MiB: want a configuration of at most that",
		Rules:        "pipe has more than 64 MiB: want patterns or exceptions of at most that",
		Measurements: "pipe has more than 256 MiB: want measurements of at most that",
	} {
		e := &endless{}
		if _, err := ReadAll("pipe", e, k); err == nil || err.Error() != want || e.read > k.Most()+1<<20 {
			t.Errorf("%v after %d bytes, want %q", err, e.read, want)
		}
	}
	if k := Filter; k.Most() <= Words.Most() {
		t.Errorf("a filter of as many bytes as its keys may have is refused")
	}
}

// A file that says how long it is is refused before it is read: here it would take a disk.
func TestTooLong(t *testing.T) {
	name := filepath.Join(t.TempDir(), "words")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(Words.Most() + 1); err != nil {
		t.Skip(err)
	}
	if _, err := Read(name, Words); err == nil || !strings.Contains(err.Error(), "words has more than 1 GiB: want a list of words") {
		t.Error(err)
	}
}

// A file refused by its beginning is not read on.
func TestBeginning(t *testing.T) {
	wrong, e := errors.New("of another program"), &endless{}
	check := func(beginning []byte) error {
		if len(beginning) < 8 {
			t.Errorf("the beginning is %q", beginning)
		}
		return wrong
	}
	if _, err := ReadAll("pipe", e, Filter, check); !errors.Is(err, wrong) || !strings.HasPrefix(err.Error(), "pipe: ") || e.read > 1<<20 {
		t.Errorf("%v after %d bytes", err, e.read)
	}
}

// What is read is the file, however long it is and however it comes.
func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if _, err := Read(name, Rules); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	for _, n := range []int{0, 1, 1<<20 - 1, 1 << 20, 1<<20 + 1, 3<<20 + 5} {
		want := bytes.Repeat([]byte("hyphenation\n"), n/12+1)[:n]
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := Read(name, Rules)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: %d, %v", n, len(got), err)
		}
		for _, r := range []io.Reader{iotest.HalfReader(bytes.NewReader(want)), iotest.DataErrReader(bytes.NewReader(want))} {
			if got, err = ReadAll("standard input", r, Rules); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes in parts: %d, %v", n, len(got), err)
			}
		}
	}
	broken := errors.New("broken")
	if _, err := ReadAll("pipe", io.MultiReader(strings.NewReader("some"), iotest.ErrReader(broken)), Rules); !errors.Is(err, broken) {
		t.Error(err)
	}
}
