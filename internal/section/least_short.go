//go:build shortsections

package section

import "time"

// Least is that of a program whose runs are looked at for what they measure, not for how
// precisely: most time of the tests was sections of 5 ms. A run records it (min_section_ns).
const Least = 300 * time.Microsecond
