package wordlist

import (
	"errors"
	"fmt"
	"io"

	"hyphbench/internal/inputfile"
)

// Read reads a list of words from a file, or from standard input for "-": one on
// each line, or each ended by a zero byte.
func Read(name string, stdin io.Reader, null bool) (*List, error) {
	var src []byte
	var err error
	if name == "-" {
		name = "standard input"
		src, err = inputfile.ReadAll(name, stdin, inputfile.Words)
	} else {
		src, err = inputfile.Read(name, inputfile.Words)
	}
	if err != nil {
		return nil, err
	}
	if null {
		return ParseNull(name, src)
	}
	l, err := Parse(name, src)
	if errors.Is(err, ErrBinary) {
		err = fmt.Errorf("%w; or -0, with which a key holds any bytes and a zero byte ends it", err)
	}
	return l, err
}
