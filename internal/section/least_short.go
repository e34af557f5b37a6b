//go:build shortsections

package section

import "time"

// Least is that of a program whose runs are looked at for what they measure, not for how
// precisely: most time of the tests was sections of 5 ms. Its runs have the tag in the
// settings of their build, in run.json.
const Least = 300 * time.Microsecond
