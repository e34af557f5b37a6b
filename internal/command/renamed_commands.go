package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/settings"
)

// movedError is the error of a command by its old name: one line, which has the new one.
type movedError struct{ error }

// moved are the commands of earlier versions, with what stands for each.
func moved() map[string]string {
	return map[string]string{
		"answer": "hyphbench show", "summary": "hyphbench show table", "claims": "hyphbench verify --all", "show claims": "hyphbench verify",
		"env": "hyphbench version --verbose", "man": "make man", "import": "hyphbench data import",
		"baseline": "hyphbench run --name=NAME, and hyphbench compare NAME",
	}
}

// oldCommand is the error of a command line that begins with an old name, nil of any other.
func oldCommand(args []string) error {
	for len(args) > 0 && (strings.HasPrefix(args[0], "-") || args[0] == "help") {
		args = args[1:]
	}
	for n := range min(2, len(args)) {
		if was := strings.Join(args[:n+1], " "); moved()[was] != "" {
			return movedError{fmt.Errorf("hyphbench %s is now %s", was, moved()[was])}
		}
	}
	return nil
}

// movedFlags are the flags that a command had in earlier versions, with what is now said of
// each.
func movedFlags() map[string]map[string]string {
	const (
		storeDir     = "--store-dir=DIR is now behind the store: --store=bbolt:DIR, --store=direct:DIR"
		storeAddress = "--store-address=ADDRESS is now behind the store: --store=redis-tcp:HOST:PORT, --store=redis:SOCKET"
	)
	return map[string]map[string]string{
		"run": {
			"shards": "--shards=N is now --shard=/N", "confidence": "--confidence=SHARE is now --filter=linear:SHARE",
			"known-negatives": "--known-negatives=FILE is now --filter=stacked:FILE",
			"jobs":            "--jobs is gone: what is counted and not timed is counted on all processors",
			"store-dir":       storeDir, "store-address": storeAddress,
		},
		"choose": {"store-dir": storeDir, "store-address": storeAddress},
		"stores": {"store-dir": storeDir, "store-address": storeAddress},
		"compare": {
			"baseline": "--baseline=NAME is now hyphbench compare NAME", "baselines": "--baselines=FOLDER is now the path of a run: hyphbench compare FOLDER/NAME",
			"to": "--to=NAME is now hyphbench show ratios --to=NAME",
		},
	}
}

// flagError says of an old flag what stands for it now.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		for of := cmd; of.HasParent(); of = of.Parent() {
			if now := movedFlags()[of.Name()][unknown.GetSpecifiedName()]; now != "" {
				return movedError{errors.New(now)}
			}
		}
	}
	return settings.FlagError(cmd, err)
}

// isMoved reports whether an error says a new name, behind which nothing is printed.
func isMoved(err error) bool { return errors.As(err, new(movedError)) }
