// Package inputfile reads the files that a command line names.
//
// Guarantee: a file without an end, such as a device or a pipe that stays open, is refused when
// it exceeds the limit for files of its kind. It is not kept whole in memory. An interrupt ends
// the wait for a file that does not arrive.
// Cost: a goroutine per call.
package inputfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
)

// Kind is what a file is for. It bounds its size.
type Kind int

// Kinds of files.
const (
	Settings     Kind = iota // a configuration
	Rules                    // patterns, exceptions, a dictionary
	Measurements             // a table of numbers
	Words                    // a list of words, or a text
	Filter                   // what 'hyphbench build' writes
)

// Most is how many bytes a file may have.
func (k Kind) Most() int64 {
	switch k {
	case Settings:
		return 1 << 20
	case Rules:
		return 64 << 20
	case Measurements:
		return 256 << 20
	case Words:
		return 1 << 30
	}
	return 4 << 30
}

// TooLong is the error of something that has more bytes than it may have.
func TooLong(name, what string, most int64) error {
	size := fmt.Sprintf("%d MiB", most>>20)
	if most >= 1<<30 {
		size = fmt.Sprintf("%d GiB", most>>30)
	}
	return fmt.Errorf("%s has more than %s: want %s of at most that", name, size, what)
}

func (k Kind) String() string {
	return [...]string{"a configuration", "patterns or exceptions", "measurements", "a list of words or a text", "a filter"}[k]
}

// Read reads a file. checks may refuse it by its beginning, the first MiB of it or more.
func Read(name string, k Kind, checks ...func(beginning []byte) error) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(name, f, k, checks...)
}

// ReadAll reads all that there is to read; name is for errors. It reads into parts: what has
// no end has filled no more memory than a file may have when it is refused.
func ReadAll(name string, r io.Reader, k Kind, checks ...func(beginning []byte) error) ([]byte, error) {
	const block = 1 << 20
	size := 0
	if f, ok := r.(interface{ Stat() (os.FileInfo, error) }); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			if info.Size() > k.Most() {
				return nil, TooLong(name, k.String(), k.Most())
			}
			size = int(info.Size()) + 1 // the end of the file is found without another part
		}
	}
	var parts [][]byte
	for total := int64(0); ; {
		part := make([]byte, cmp.Or(size, block))
		n, err := io.ReadFull(r, part)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return nil, err
		}
		for _, check := range checks {
			if err := check(part[:n]); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		checks, size, total = nil, 0, total+int64(n)
		if total > k.Most() {
			return nil, TooLong(name, k.String(), k.Most())
		}
		if parts = append(parts, part[:n]); ended {
			if len(parts) == 1 {
				return part[:n:n], nil
			}
			return slices.Concat(parts...), nil
		}
	}
}

// Open opens a file to be read from piece by piece.
func Open(name string) (io.ReadCloser, error) {
	f, err := await(func() (*os.File, error) { return os.Open(name) })
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

type file struct{ *os.File }

// Read ends with the first interrupt.
func (f file) Read(p []byte) (int, error) { return Interruptible(f.File).Read(p) }

// Interruptible is a reader whose Read ends with the first interrupt, such as that of a
// terminal.
func Interruptible(r io.Reader) io.Reader { return interruptible{r} }

type interruptible struct{ io.Reader }

func (i interruptible) Read(p []byte) (int, error) {
	return await(func() (int, error) { return i.Reader.Read(p) })
}

// interrupted is closed by the first interrupt of the process.
var interrupted = make(chan struct{})

// Interrupt ends all waiting for input in this process, that to come included, with the error
// context.Canceled.
var Interrupt = sync.OnceFunc(func() { close(interrupted) })

// await waits for work or the first interrupt. Work that waits on goes on waiting: nothing
// ends the opening of a pipe that nobody writes to.
func await[T any](work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-interrupted:
		var none T
		return none, context.Canceled
	}
}
