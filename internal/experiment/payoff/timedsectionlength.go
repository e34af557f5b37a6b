package payoff

import "math"

// length is how many of the queries a section asks, and how often.
type length struct{ queries, passes int }

// fit is a section of about that length in ns, of queries that take speed each: whole
// messages, and part of a pass or several of them.
func fit(speed float64, most, batch int, within float64) length {
	want := int(math.Ceil(min(within/max(speed, 0.1), 1e9)))
	if want >= most {
		return length{most, (want + most - 1) / most}
	}
	want = max(want, leastQueries)
	return length{min(most, (want+batch-1)/batch*batch), 1}
}

// sized is the length of a section of queries that take speed ns each, of which so many
// there are; sent reports which go to the store. In memory all are asked, whose times
// depend on how much of the memory is touched.
func (b *bench) sized(p place, speed float64, most int, sent func(i int) bool) length {
	size := fit(speed, most, p.batch, b.length)
	if b.inMemory(p.store) && p.batch == 1 && most <= fewQueries {
		size = length{most, max(1, size.queries*size.passes/most)}
	}
	return wholeMessages(size, p.batch, most, sent)
}

// wholeMessages changes the length of a section so that the last message is as full as
// the others: of the few of a short section half a one more would be a tenth. sent
// reports whether one of the queries goes to the store.
func wholeMessages(size length, batch, most int, sent func(i int) bool) length {
	var ends []int // of the queries up to the first, second, … that is sent
	want := 0      // sent in the section
	for i := range most {
		if sent(i) {
			ends = append(ends, i+1)
			if i < size.queries {
				want += size.passes
			}
		}
	}
	if batch <= 1 || len(ends) == 0 {
		return size
	}
	messages := max(1, (want+batch/2)/batch)
	if all := messages * batch; all <= len(ends) { // in one pass
		return length{ends[all-1], 1}
	}
	if whole := len(ends) / batch; whole > 0 {
		return length{ends[whole*batch-1], (messages + whole - 1) / whole}
	}
	part := len(ends)
	for batch%part != 0 { // so many passes fill a message
		part--
	}
	return length{ends[part-1], messages * (batch / part)}
}
