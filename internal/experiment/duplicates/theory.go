package duplicates

import "math"

// expected is what theory says of a method: bytes of all, and the share of the single
// elements that are candidates after each round. Frames and the counts in messages are
// in none of these numbers.
type expected struct {
	bytes   float64
	flagged []float64
}

// entropy of a share, in bits for each of the things.
func entropy(q float64) float64 {
	if !(q > 0 && q < 1) { // of no things at all too
		return 0
	}
	return -q*math.Log2(q) - (1-q)*math.Log2(1-q)
}

// golombBits is what a number takes in Golomb's code, by its density among those that
// could be there: of one set of all elements log2(1/ε) + 1.5 (Putze, Sanders, Singler
// 2007). What one processing element sends is p times less dense, whoever owns it, and
// takes log2 p more bits per element.
func golombBits(density float64) float64 { return math.Log2(1/density) + 1.5 }

// away is the share of what is sent to random processing elements that goes to another
// one.
func (at placement) away() float64 { return 1 - 1/float64(at.p) }

// shipping is what it takes to send so many candidates as they are, and to be told which
// of them are shared.
func (at placement) shipping(candidates float64) float64 {
	return candidates * at.away() * (at.bytes + 1 + entropy(at.shared/candidates)/8)
}

func (at placement) expect(w method, epsilon float64) expected {
	switch w.name {
	case toOne, shipping:
		return expected{bytes: at.shipping(at.held)}
	case hashing:
		return expected{bytes: at.held*at.away()*(8+entropy(at.shared/at.held)/8) + at.shipping(at.shared)}
	case replicating:
		bytes, rate := at.inBits(epsilon)
		return expected{bytes + at.shipping(at.shared+rate*at.single), []float64{rate}}
	case coded:
		bytes, rate := at.inCodes(epsilon)
		return expected{bytes + at.shipping(at.shared+rate*at.single), []float64{rate}}
	}
	return at.inRounds(perRound(epsilon, w.rounds), w.rounds)
}

// inRounds is a distributed filter. A single element is a candidate if another
// processing element sends its position; those of its own do not count.
func (at placement) inRounds(epsilon float64, rounds int) (x expected) {
	load := -math.Log1p(-epsilon)
	single, rate := at.single, 1.0
	for range rounds {
		candidates := at.shared + single
		hit := 0.0
		if candidates > 0 {
			hit = -math.Expm1(-load * (at.copies + single*at.away()) / candidates)
		}
		x.bytes += candidates * at.away() * (golombBits(load/float64(at.p)) + entropy((at.shared+hit*single)/candidates)) / 8
		single *= hit
		rate *= hit
		x.flagged = append(x.flagged, rate)
	}
	x.bytes += at.shipping(at.shared + single)
	return x
}

// different elements that a group of processing elements holds. A shared one is taken to
// be with two.
func (at placement) different(group float64) float64 {
	share := group / float64(at.p)
	return at.single*share + at.copies*(1-(1-share)*(1-share))
}

// inBits is a Bloom filter of m bits that goes over all dimensions.
func (at placement) inBits(epsilon float64) (bytes, rate float64) {
	a := newBitArray(uint64(at.held), epsilon, 0)
	none := 1.0 // that no filter of others has a negative
	for group := 1; group < at.p; group *= 2 {
		bytes += float64(at.p) * float64(len(a.bytes))
		none *= 1 - math.Pow(-math.Expm1(-float64(a.k)*at.different(float64(group))/float64(a.m)), float64(a.k))
	}
	return bytes, 1 - none
}

// inCodes is the filter of one hash function, of which the coded positions go over all
// dimensions.
func (at placement) inCodes(epsilon float64) (bytes, rate float64) {
	positions := at.held / -math.Log1p(-epsilon)
	for group := 1; group < at.p; group *= 2 {
		set := max(1, -positions*math.Expm1(-at.different(float64(group))/positions))
		bytes += float64(at.p) * set * golombBits(set/positions) / 8
	}
	return bytes, -math.Expm1(-at.others / positions)
}

// breakEven is how many queries per element a replicating filter must be asked for, by
// theory, until it has cost no more than a distributed one: what it costs more to build,
// by what a negative costs there.
func (at placement) breakEven(name string, epsilon float64) float64 {
	load := -math.Log1p(-epsilon)
	rate := -math.Expm1(-load * (at.single + at.copies) / at.held)
	position := golombBits(load / float64(at.p))
	build := at.held * at.away() * position / 8
	query := at.away() * (position + entropy(rate)) / 8
	replicated, _ := at.inBits(epsilon)
	if name == coded {
		replicated, _ = at.inCodes(epsilon)
	}
	return (replicated - build) / query / at.elements
}
