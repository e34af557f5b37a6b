// Package usage marks errors in the command line, the environment or the configuration file.
package usage

import (
	"errors"
	"fmt"
)

// Error says that the call is wrong, and not the work.
type Error struct{ cause error }

func (e Error) Error() string { return e.cause.Error() }
func (e Error) Unwrap() error { return e.cause }

// Wrong marks an error; nil stays nil.
func Wrong(err error) error {
	if err == nil {
		return nil
	}
	return Error{err}
}

// Errorf is fmt.Errorf, marked.
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }

// Is reports whether an error, or one that it wraps, is marked.
func Is(err error) bool {
	_, marked := errors.AsType[Error](err)
	return marked
}
