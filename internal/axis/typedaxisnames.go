package axis

// Named is the name of an axis with the kind of its values. Experiments declare their axes as
// constants of the types below, and plans, claims and figures name them by these.
type Named interface {
	AxisName() string
	Kind() Kind
}

// Names of axes, by what their values are.
type (
	CountAxis string
	ShareAxis string
	RateAxis  string
	NameAxis  string
)

// Eps is the axis of asked false-positive rates.
const Eps RateAxis = Epsilon

func (a CountAxis) AxisName() string { return string(a) }
func (a ShareAxis) AxisName() string { return string(a) }
func (a RateAxis) AxisName() string  { return string(a) }
func (a NameAxis) AxisName() string  { return string(a) }

func (CountAxis) Kind() Kind { return CountKind }
func (ShareAxis) Kind() Kind { return ShareKind }
func (RateAxis) Kind() Kind  { return RateKind }
func (NameAxis) Kind() Kind  { return NameKind }
