package metric

import "hyphbench/internal/runfolder"

// Scale is a unit to read a metric in: a value of its rows times Factor.
type Scale struct {
	Unit   string // "ms/pass", "ns/word", "%", "bits"
	Factor float64
}

// Scales gives the units to read a metric in, the best first. unit is that of
// the rows per operation, typical a usual value in it.
func (d Definition) Scales(unit string, typical float64, meta *runfolder.Meta) []Scale {
	var size int64
	if d.Size != nil {
		size = d.Size(meta)
	}
	timed := unit == runfolder.Nanoseconds
	switch {
	case timed && d.Whole != "" && size > 0:
		return []Scale{duration(typical, float64(size), "/"+d.Whole), {"ns/" + d.Op, 1}}
	case timed && d.Op != "":
		return []Scale{{"ns/" + d.Op, 1}}
	case timed:
		return []Scale{duration(typical, 1, "")}
	case d.Unit != "":
		return []Scale{{d.Unit, d.Factor}}
	case d.Share != "" && size > 0:
		return []Scale{{unit, 1}, {d.Share, d.Factor / float64(size)}}
	}
	return []Scale{{unit, 1}}
}

// duration reads times of whole operations in ms, as the thesis does, and
// shorter ones in µs or ns.
func duration(typicalNS, size float64, per string) Scale {
	switch ns := typicalNS * size; {
	case ns >= 1e6:
		return Scale{"ms" + per, size / 1e6}
	case ns >= 1e3:
		return Scale{"µs" + per, size / 1e3}
	}
	return Scale{"ns" + per, size}
}
