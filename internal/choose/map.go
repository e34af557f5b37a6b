package choose

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/figure"
)

// Map is what Decide answers, by the numbers of keys and the times of a miss: rows from low
// to high, on two logarithmic axes.
type Map struct {
	Best  [][]string // a structure, None, or Nothing that fits
	Close [][]bool   // another is named where a miss is a sixth more or less, or the keys a tenth
}

// Ends of the axes of a map: those of the record, and a lookup in a cache to one in a
// network.
const (
	fewestKeys, mostKeys      = 1e3, 1e7
	shortestMiss, longestMiss = 1, 1e7
	mapCells                  = 64 // along each axis
)

// along is the value in the middle of a cell.
func along(from, to float64, cell int) float64 {
	return from * math.Pow(to/from, (float64(cell)+0.5)/mapCells)
}

// Map answers the question by the record for each cell, its keys and its miss left aside;
// perKey is the limit of memory in bits per key, 0 for none.
func (r *Record) Map(q Question, structures []filter.Structure, perKey float64) (*Map, error) {
	m := &Map{Best: make([][]string, mapCells), Close: make([][]bool, mapCells)}
	const sixth, tenth, half = 7.0 / 6, 1.1, 1.05 // a cell reaches less far from its middle
	for column := range mapCells {
		n := along(fewestKeys, mostKeys, column)
		var lines []func(miss float64) string
		for _, n := range []float64{n, n / tenth, n / half, n * half, n * tenth} {
			line, err := r.answers(q, structures, n, perKey)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
		for row := range mapCells {
			miss := along(shortestMiss, longestMiss, row)
			best := lines[0](miss)
			other := func(line func(miss float64) string) bool {
				return line(miss) != best || line(miss/sixth) != best || line(miss*sixth) != best
			}
			m.Best[row] = append(m.Best[row], best)
			m.Close[row] = append(m.Close[row], slices.ContainsFunc(lines, other))
		}
	}
	return m, nil
}

// answers gives what is answered for n keys by the time of a miss.
func (r *Record) answers(q Question, structures []filter.Structure, n, perKey float64) (func(miss float64) string, error) {
	q.N, q.Memory = int(n), uint64(perKey*n)
	candidates, _, err := q.Candidates(structures, nil)
	if err != nil {
		return nil, err
	}
	offers, _ := r.Offers(candidates, q.N)
	offers = unbeaten(q, offers)
	return func(miss float64) string {
		at := q
		at.Miss, at.Hit = miss, miss
		if len(offers) == 0 {
			return Nothing
		}
		first, _ := foremost(at, at, offers)
		return first.Name
	}, nil
}

// unbeaten leaves out the offers that none of the places can name: another one of the kind is
// smaller and takes no longer, whatever the miss. Times are linear in it, so that two misses tell.
func unbeaten(q Question, offers []Offer) (list []Offer) {
	times := make([][2]float64, len(offers))
	for i, o := range offers {
		for end, miss := range []float64{0, 2 * longestMiss} {
			at := q
			at.Miss, at.Hit = miss, miss
			times[i][end] = o.cost(at, at).middle
		}
	}
	for i := range offers {
		beaten := false
		for j := range offers {
			beaten = beaten || offers[j].Bits < offers[i].Bits && offers[j].exact() == offers[i].exact() && times[j][0] <= times[i][0] && times[j][1] <= times[i][1]
		}
		if !beaten {
			list = append(list, offers[i])
		}
	}
	return list
}

// Drawing draws the map; perKey is its limit, and record where its costs are from.
func (m *Map) Drawing(record *Record, perKey float64, l bilingual.Lang) *figure.Drawing {
	of := figure.RegionsOf{
		XLabel: bilingual.Text{EN: "Keys", PT: "Chaves"}, X: [2]float64{fewestKeys, mostKeys},
		YLabel: bilingual.Text{EN: "Time of a lookup that finds nothing (ns)", PT: "Tempo de uma busca que nada encontra (ns)"}, Y: [2]float64{shortestMiss, longestMiss},
		Pale: m.Close, Names: []bilingual.Text{{EN: "no filter", PT: "sem filtro"}},
	}
	number := map[string]int{None: 0}
	for i, name := range []string{"xor", "register", "fuse", "ribbon", "burr", "bloom"} { // the usual ones have one colour in all maps
		number[name], of.Names = i+1, append(of.Names, bilingual.Both(name))
	}
	for _, row := range m.Best {
		numbers := make([]int, 0, len(row))
		for _, name := range row {
			if _, there := number[name]; !there {
				number[name] = len(of.Names)
				of.Names = append(of.Names, bilingual.Both(name))
			}
			numbers = append(numbers, number[name])
		}
		of.Number = append(of.Number, numbers)
	}
	if i, there := number[Nothing]; there {
		of.Names[i] = bilingual.Text{EN: "nothing fits", PT: "nada cabe"}
	}
	limit := bilingual.Text{EN: "Memory without a limit.", PT: "Memória sem limite."}
	if perKey > 0 {
		limit = bilingual.Text{EN: "At most %s bits per key.", PT: "No máximo %s bits por chave."}.With(number3(perKey))
	}
	of.Notes = []bilingual.Text{{
		EN: limit.EN + " The answer of 'hyphbench choose' to queries without members, from its record of costs, each structure at the best of its rates, 10 % to 0.0001 %. Pale: a sixth more or less of a miss, or a tenth of the keys, and another is named.",
		PT: limit.PT + " A resposta de 'hyphbench choose' a consultas sem membros, pelo seu registro de custos, cada estrutura com a melhor de suas taxas, de 10% a 0,0001%. Pálido: com um sexto a mais ou a menos da busca, ou um décimo das chaves, outra é nomeada.",
	}}
	title := bilingual.Text{EN: "Which filter, by keys and by the time of a lookup that finds nothing", PT: "Qual filtro, por chaves e pelo tempo de uma busca que nada encontra"}
	return of.Draw(title, record.Machine+", "+record.Date, l)
}

func number3(v float64) string { return fmt.Sprintf("%.3g", v) }
