package claim

func l8() Claim {
	c := Claim{
		ID: "L8", Source: "4.2, Figure 5d", Metric: reading{}.occupancy(),
		Statement: "beyond b = 12 the occupancy is above 50 % (k = 7, every n)",
	}
	return fblClaim(c, true, func(f *fblData, r reading) []part {
		var list []part
		for b := 13; b <= 16; b++ {
			for _, n := range fblElements() {
				list = append(list, f.part(fblKey{metric: r.occupancy(), n: n, b: b, k: 7, quantisation: r.quantisation.String()}, above(0.5)))
			}
		}
		return list
	})
}
