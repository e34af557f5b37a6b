//go:build !shortsections

package section

import "time"

// Least is the least length of a timed section of the interleaved design: at
// 5 ms the spread of repetitions is about 3 %, at 50 µs it is 20 %.
const Least = 5 * time.Millisecond
