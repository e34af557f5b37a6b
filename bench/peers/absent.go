package main

import "errors"

// absent opens a peer that is known and cannot be measured here, so that the
// table names it instead of passing over it.
func absent(reason string) func(*Input) ([]*Participant, error) {
	return func(*Input) ([]*Participant, error) { return nil, errors.New(reason) }
}
