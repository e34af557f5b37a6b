package main

import "errors"

// absent opens a peer that cannot be measured here. The table lists it with the
// reason.
func absent(reason string) func(*Input) ([]*Participant, error) {
	return func(*Input) ([]*Participant, error) { return nil, errors.New(reason) }
}
