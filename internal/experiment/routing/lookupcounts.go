package routing

// counts are sums over lookups.
type counts struct{ wrong, walked, direct, found float64 }

func (t *search) count(list []question, routes [][]hop) (c counts) {
	for i, route := range routes {
		walked := 0
		for _, h := range route {
			switch {
			case h.step == proposed && t.topology.hops[h.to][list[i].want] >= t.topology.hops[h.from][list[i].want]:
				c.wrong++
			case h.step == unproposed:
				walked++
			}
		}
		c.walked += float64(walked)
		if walked == 0 {
			c.found++
		}
		if len(route) == t.topology.hops[list[i].from][list[i].want] {
			c.direct++
		}
	}
	return c
}

// distances is the share of the questions within reach for which the least distance that
// is told to the node that asks is the true one; 1 where none is within reach.
func (t *search) distances(list []question) float64 {
	right, all := 0, 0
	for _, q := range list {
		distance := t.topology.hops[q.from][q.want]
		if distance > t.scheme.depth {
			continue
		}
		all++
		if p := t.routers[q.from].proposals(q.name); len(p) > 0 && p[0].hops == distance {
			right++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(right) / float64(all)
}

// largest is the largest message that a node tells a neighbour now, in bytes.
func (t *search) largest() (most int) {
	for _, s := range t.routers {
		to := s.links
		if t.topology.scene != graph {
			to = []int{s.parent}
			if s.parent < 0 {
				continue
			}
		}
		for _, to := range to {
			most = max(most, len(s.knows.message(to)))
		}
	}
	return most
}

// fills is the mean share of bits that are set, by level: of the nodes of that depth or,
// in the graph, of what neighbours told, of things so many hops from who heard it.
func (t *search) fills() []float64 {
	var sums, counted []float64
	add := func(level int, share float64) {
		for len(sums) <= level {
			sums, counted = append(sums, 0), append(counted, 0)
		}
		sums[level] += share
		counted[level]++
	}
	for _, s := range t.routers {
		if t.topology.scene != graph {
			add(t.topology.depth[s.id], s.knows.fill(-1)[0])
			continue
		}
		for _, from := range s.links {
			shares := s.knows.fill(from)
			if t.scheme.method == flat {
				add(t.scheme.depth, shares[0])
				continue
			}
			for level, share := range shares {
				add(level+1, share)
			}
		}
	}
	for i := range sums {
		if counted[i] > 0 {
			sums[i] /= counted[i]
		}
	}
	return sums
}
