package runfolder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// States is the folder of a run whose experiment's state is read, and not written.
type States string

// State is that of Writer.
func (s States) State(name string) ([]byte, error) {
	path := filepath.Join(string(s), name)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sealed, err := checkSeal(text)
	if err == nil && !sealed {
		err = errUnsealed
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// SetState refuses: the run belongs to its Writer.
func (s States) SetState(name string, _ []byte) error {
	return fmt.Errorf("%s is read only: want the writer of the run", filepath.Join(string(s), name))
}
