package filtertest

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/wordlist"
)

// misgraded is a linear Bloom filter in which single operations are replaced.
type misgraded struct {
	filter.Grader
	insert func(f filter.Grader, key string, confidence float64) error
	view   func(f filter.Grader, threshold float64) (filter.Filter, error)
}

func (m *misgraded) InsertGraded(key string, confidence float64) error {
	if m.insert != nil {
		return m.insert(m.Grader, key, confidence)
	}
	return m.Grader.InsertGraded(key, confidence)
}

func (m *misgraded) AtLeast(threshold float64) (filter.Filter, error) {
	if m.view != nil {
		return m.view(m.Grader, threshold)
	}
	return m.Grader.AtLeast(threshold)
}

// unequal is a view with another rate.
type unequal struct {
	filter.Filter
	theory float64
}

func (u unequal) Theory() float64 { return u.theory }

// TestGradesFail breaks one promise of a Grader at a time.
func TestGradesFail(t *testing.T) {
	largest := map[filter.Grader]map[string]float64{} // confidence last inserted
	for _, c := range []struct {
		name  string
		check string
		fault misgraded
	}{
		{"sound", "", misgraded{}},
		{"holds every confidence for 1", "grades", misgraded{insert: func(f filter.Grader, key string, confidence float64) error {
			if err := f.InsertGraded(key, confidence); err != nil {
				return err
			}
			return f.InsertGraded(key, 1)
		}}},
		{"halves confidences", "grades", misgraded{insert: func(f filter.Grader, key string, confidence float64) error {
			return f.InsertGraded(key, confidence/2)
		}}},
		{"takes a confidence of 0", "grades", misgraded{insert: func(f filter.Grader, key string, confidence float64) error {
			if confidence == 0 {
				return nil
			}
			return f.InsertGraded(key, confidence)
		}}},
		{"takes a confidence above 1", "grades", misgraded{insert: func(f filter.Grader, key string, confidence float64) error {
			return f.InsertGraded(key, min(confidence, 1))
		}}},
		{"loses what it cannot grade", "grades", misgraded{insert: func(f filter.Grader, key string, confidence float64) error {
			if confidence > 0 && confidence < 1e-9 {
				return nil
			}
			return f.InsertGraded(key, confidence)
		}}},
		{"holds the first confidence", "grades", misgraded{insert: func(f filter.Grader, key string, confidence float64) error {
			if largest[f] == nil {
				largest[f] = map[string]float64{}
			}
			if _, again := largest[f][key]; again {
				return nil
			}
			largest[f][key] = confidence
			return f.InsertGraded(key, confidence)
		}}},
		{"views all keys", "grades", misgraded{view: func(f filter.Grader, _ float64) (filter.Filter, error) {
			return f.AtLeast(0)
		}}},
		{"takes any threshold", "grades", misgraded{view: func(f filter.Grader, threshold float64) (filter.Filter, error) {
			if threshold >= 0 && threshold <= 1 {
				return f.AtLeast(threshold)
			}
			return f, nil
		}}},
		{"promises the rate of all keys", "grades", misgraded{view: func(f filter.Grader, threshold float64) (filter.Filter, error) {
			view, err := f.AtLeast(threshold)
			return unequal{view, f.Theory()}, err
		}}},
		{"denies keys at the threshold", "grades", misgraded{view: func(f filter.Grader, threshold float64) (filter.Filter, error) {
			return f.AtLeast(min(1, threshold*1.2))
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := linear.Set()
			s.Open = nil
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				f, err := build(keys, cfg)
				if err != nil {
					return nil, err
				}
				own := c.fault
				own.Grader = f.(filter.Grader)
				return &own, nil
			}
			expectFailure(t, s, c.check)
		})
	}
}
