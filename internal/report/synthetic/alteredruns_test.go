package synthetic

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/runfolder"
)

// A run that was written is read as it was made, the shards of it with their rounds.
func TestWrite(t *testing.T) {
	o := Options{Epsilons: "0.01,0.05", Reps: 4}
	several := Machines(o, On{}, On{Speed: 2})
	slow, shard := Run(o), Run(o)
	Slower(slow, 1.5)
	Later(slow, time.Hour)
	Shard(shard, runfolder.Shard{Index: 1, Of: 2})
	for name, run := range map[string]*runfolder.Run{"one machine": Run(o), "two machines": several, "slow": slow, "shard": shard} {
		dir, err := Write(t.TempDir(), run)
		if err != nil {
			t.Fatal(err)
		}
		got, err := runfolder.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for _, row := range got.All() {
			want := run.Rows[i]
			want.Seq, row.Seq = 0, 0 // those that are left out leave gaps
			if diff := cmp.Diff(want, row); diff != "" {
				t.Fatalf("%s: row %d: %s", name, i, diff)
			}
			i++
		}
		if m := got.Meta; i != len(run.Rows) || m.State != run.Meta.State || !m.Start().Equal(run.Meta.Start()) || len(m.Sessions) != len(run.Meta.Sessions) {
			t.Errorf("%s: %d rows of %d, %s, begun %v", name, i, len(run.Rows), m.State, m.Start())
		}
	}
	if n := len(shard.Rows) * 5 / 3; n != len(slow.Rows) { // the warm-up and 2 of 4 rounds
		t.Errorf("the shard has %d rows of %d", len(shard.Rows), len(slow.Rows))
	}
	if a, b := Run(o).Rows[0].Value, slow.Rows[0].Value; b != 1.5*a {
		t.Errorf("a time of %v ns is %v ns", a, b)
	}
}
