package store

import (
	"fmt"
	"os"
	"path/filepath"

	"hyphbench/internal/machine"
)

// temporaryPrefix stands before the number of the process whose folder it is.
const temporaryPrefix = "hyphbench-stores-"

// TemporaryFolder makes a folder for the stores of this process, which the caller
// removes. It is in the user's cache, which lies on a disk where the system's
// temporary files may lie in memory. Those that killed processes have left there
// are removed.
func TemporaryFolder() (string, error) {
	parent, err := os.UserCacheDir()
	if err != nil {
		parent = os.TempDir()
	}
	parent = filepath.Join(parent, "hyphbench")
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return "", fmt.Errorf("a folder for stores: %w; want another one, such as --store=bbolt:DIR", err)
	}
	return machine.ProcessFolder(parent, temporaryPrefix)
}
