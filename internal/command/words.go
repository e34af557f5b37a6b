package command

import (
	"bytes"
	"io"
	"os"

	"github.com/spf13/cobra"

	"hyphbench/internal/wordlist"
)

// readWords reads a list of words from a file, or from standard input for "-": one on
// each line, or each ended by a zero byte.
func readWords(cmd *cobra.Command, name string, null bool) (*wordlist.List, error) {
	var src []byte
	var err error
	if name == "-" {
		name = "standard input"
		src, err = io.ReadAll(cmd.InOrStdin())
	} else {
		src, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	if null {
		return wordlist.ParseNull(name, src)
	}
	return wordlist.Parse(name, src)
}

// scanNull is a bufio.SplitFunc for words that zero bytes end.
func scanNull(data []byte, atEOF bool) (advance int, word []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
