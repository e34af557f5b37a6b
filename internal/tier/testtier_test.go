package tier

import "testing"

func TestTiers(t *testing.T) {
	for value, want := range map[string]struct {
		check, long bool
		of          int
	}{"": {false, false, 3}, "1": {true, false, 30}, "long": {true, true, 30}} {
		t.Setenv(Variable, value)
		ran := func(skip func(testing.TB)) (on bool) {
			t.Run("", func(t *testing.T) { skip(t); on = true })
			return on
		}
		if check, long := ran(Check), ran(Long); check != want.check || long != want.long || Of(3, 30) != want.of {
			t.Errorf("%s=%q runs check %v, long %v, %d trials", Variable, value, check, long, Of(3, 30))
		}
	}
}
