package claim

// All lists every claim, experiment by experiment, in the order of display.
// The slice is the caller's own.
func All() []Claim {
	return []Claim{
		t1(), t2(), t3(), t4(), t5(), t6(), t7(), t8(), t9(), t10(), t11(), t12(), t13(),
		l1(), l2(), l3(), l4(), l5(), l6(), l7(), l8(), l9(), l10(), l11(), l12(), l13(),
	}
}

// Names that the thesis's claims speak of.
const (
	thesisName = "thesis" // the experiment
	bloom      = "bloom"
	cuckoo     = "cuckoo"
)
