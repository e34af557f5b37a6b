package harness

import (
	"math"
	"time"
)

// steady is when a run will end, as it is said: an estimate that changes with each step
// is followed with a delay, so that what is shown goes down second by second.
type steady struct {
	end     time.Time // zero: nothing is known yet
	updated time.Time
}

// Delays of an estimate: a tenth of what is left, and no less than some seconds.
const (
	leastDelay = 5 * time.Second
	delayShare = 0.1
)

// follow takes up an estimate of what is left at a moment, and returns what is to be
// said then.
func (s *steady) follow(now time.Time, left time.Duration) time.Duration {
	end := now.Add(left)
	if s.end.IsZero() {
		s.end, s.updated = end, now
		return left
	}
	delay := max(leastDelay.Seconds(), delayShare*left.Seconds())
	share := 1 - math.Exp(-now.Sub(s.updated).Seconds()/delay)
	s.end = s.end.Add(time.Duration(share * float64(end.Sub(s.end))))
	s.updated = now
	return max(0, s.end.Sub(now))
}

// ShortTime is a time to some digits: "1h5m", "3m20s", "42s".
func ShortTime(d time.Duration) string {
	switch {
	case d >= 100*time.Hour:
		return d.Truncate(time.Hour).String()[:len(d.Truncate(time.Hour).String())-len("0m0s")]
	case d >= time.Hour:
		text := d.Round(time.Minute).String()
		return text[:len(text)-len("0s")]
	}
	return d.Round(time.Second).String()
}
