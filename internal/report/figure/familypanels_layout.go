package figure

import "gonum.org/v1/plot/vg"

// tall is the height of all panels.
func (f *families) tall(width vg.Length) vg.Length {
	most := 0
	for _, panel := range f.panels {
		most = max(most, len(panel.curves))
	}
	height := max(familyLeast, familyName*vg.Length(most+1))
	if f.columns(width) < 3 && len(f.panels) < 5 {
		height = max(height, 1.3*familyLeast)
	}
	return familyLabel + vg.Length(f.rows(width))*(familyHead+height+familyFoot)
}

// columns of panels are as many as leave room for the data beside the names.
func (f *families) columns(width vg.Length) int {
	most := 3
	switch n := len(f.panels); {
	case n == 1:
		return 1
	case n <= 4:
		most = 2
	}
	for ; most > 1; most-- {
		_, names := f.names(most)
		if (width-40-names)/vg.Length(most)-familyBetween >= familyNarrow {
			break
		}
	}
	return most
}

// names is the room for those of each column, and of all.
func (f *families) names(columns int) (each []vg.Length, all vg.Length) {
	each = make([]vg.Length, columns)
	for i, p := range f.panels {
		for _, curve := range p.curves {
			each[i%columns] = max(each[i%columns], familyLeader+familyMark+lineName().Width(curve.Label.EN))
		}
	}
	for _, n := range each {
		all += n
	}
	return each, all
}

func (f *families) rows(width vg.Length) int {
	return (len(f.panels) + f.columns(width) - 1) / f.columns(width)
}
