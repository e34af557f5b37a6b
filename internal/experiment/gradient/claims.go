package gradient

import (
	_ "embed"
	"fmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the linear filter's paper about networks of any size.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"GR1": claim.By(Found, servesAll),
		"GR2": claim.By(Message, grows),
		"GR3": claim.By(Told, toldMore),
		"GR4": claim.By(Hops, suffersMore),
		"GR5": claim.Everywhere{Metric: Found, Methods: []string{logarithms}, Name: "logarithmic / linear", Of: claim.ToThat(confident),
			Is: claim.Over(func(claim.Cell) float64 { return 0.98 })}.Claim(),
		"GR6": claim.Everywhere{Metric: Found, Methods: []string{confident}, Name: "requests found", Unit: "%", Of: func(c claim.Cell) float64 { return 100 * c.Mean() },
			At: claim.Only(func(c claim.Cell) bool { return c.On(Moving) != "" && c.Float(Moving) <= 0.01 }),
			Is: claim.Over(func(claim.Cell) float64 { return 90 })}.Claim(),
		"GR7": claim.Everywhere{Metric: Hops, Methods: []string{confident}, Name: "linear / broadcast", Of: claim.ToThat(broadcast), Is: claim.Under(0.25)}.Claim(),
	})
}

// servesAll is the test of GR1.
func servesAll(d *claim.Data) claim.Outcome {
	var t claim.Tally
	sizes := map[float64]bool{}
	for _, c := range d.CellsIn(Found, func(c claim.Cell) bool { return c.On(Failing) == "0" }, confident) {
		share := c.Mean()
		t.Add(c.Place(), share >= 0.95, 100*share, -share)
	}
	for _, c := range d.Cells(Message, confident) {
		sizes[c.Mean()] = true
	}
	if t.Places < 2 || len(sizes) == 0 {
		return claim.Untested("the run does not hold two repetitions of linear filters at two numbers of nodes, without links that fail")
	}
	return t.Counted(t.All() && len(sizes) == 1, "counted", "found", "%",
		fmt.Sprintf("95 %% or more at %d of %d places, in messages of %d sizes; least at %s", t.Held, t.Places, len(sizes), t.At))
}

// grows compares the messages of the largest network with those of the smallest.
func grows(d *claim.Data) claim.Outcome {
	var t claim.Tally
	counts := d.Meta.Counts(string(Nodes))
	first, last := counts[0], counts[len(counts)-1]
	for _, kind := range []string{regular, geometric} {
		small, large := d.Cell(attenuated, Message, Links.At(kind), Nodes.At(first)), d.Cell(attenuated, Message, Links.At(kind), Nodes.At(last))
		if first < last && small.Has() && large.Has() {
			ratio := large.Mean() / small.Mean()
			t.Add(kind, ratio > 1, ratio, -ratio)
		}
	}
	if t.Places == 0 {
		return claim.Untested("the run does not hold two repetitions of attenuated filters at two numbers of nodes")
	}
	return t.Counted(t.All(), "counted", "bytes at the most nodes / at the fewest", "×", "least in the network "+t.At)
}

// toldMore is the test of GR3.
func toldMore(d *claim.Data) claim.Outcome {
	var p claim.Pairs
	for _, c := range d.Cells(Told, decaying) {
		p.Add(c, c.By(confident))
	}
	return p.Everywhere(d, claim.Above(0), "mean ratio", "decaying / linear")
}

// suffersMore is the test of GR4.
func suffersMore(d *claim.Data) claim.Outcome {
	most := map[axis.ShareAxis]float64{}
	for _, c := range d.Cells(Hops, decaying) {
		for _, a := range []axis.ShareAxis{Failing, Moving} {
			most[a] = max(most[a], c.Float(a))
		}
	}
	changes := func(c claim.Cell) bool {
		return c.Float(Failing) > 0 && c.Float(Failing) == most[Failing] || c.Float(Moving) > 0 && c.Float(Moving) == most[Moving]
	}
	return claim.Everywhere{Metric: Hops, Methods: []string{decaying}, At: claim.Only(changes), Name: "growth with decaying bits / with linear filters",
		Of: func(c claim.Cell) float64 { return growth(c) / growth(c.By(confident)) }, Is: claim.Over(func(claim.Cell) float64 { return 1 }),
		Without: fmt.Sprintf("the run does not hold %s of decaying and of linear filters, in networks that change and in the same ones at rest", Hops)}.Test(d)
}

// growth is that of the messages for each request that is found, from the network at rest.
func growth(c claim.Cell) float64 {
	a := Failing
	if c.On(Moving) != "" {
		a = Moving
	}
	each := func(c claim.Cell) float64 { return c.Mean() / c.Of(Found).Mean() }
	return each(c) / each(c.At(a.At(0)))
}
