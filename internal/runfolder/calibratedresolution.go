package runfolder

import (
	"encoding/json"
	"math"
)

// Resolution is the smallest relative difference between two times that a
// calibration found on a machine: 0.05 for 5 %. It is 0 where the machine is
// not calibrated and Unresolved where equal times are told apart too often.
type Resolution float64

// Unresolved is the resolution of a machine on which no difference is to be
// trusted.
var Unresolved = Resolution(math.Inf(1))

// Below reports whether a relative difference, of either sign, is smaller.
func (r Resolution) Below(difference float64) bool { return math.Abs(difference) < float64(r) }

// MarshalJSON writes Unresolved, which is no number of JSON, as "none".
func (r Resolution) MarshalJSON() ([]byte, error) {
	if r == Unresolved {
		return json.Marshal("none")
	}
	return json.Marshal(float64(r))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Resolution) UnmarshalJSON(text []byte) error {
	if string(text) == `"none"` {
		*r = Unresolved
		return nil
	}
	return json.Unmarshal(text, (*float64)(r))
}

// Resolution is the coarsest of the sessions', 0 where none is calibrated.
func (m *Meta) Resolution() Resolution {
	var r Resolution
	for _, s := range m.Sessions {
		r = max(r, s.Resolution)
	}
	return r
}
