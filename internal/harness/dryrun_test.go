package harness

import "testing"

// A disk that is too small is an error that says how much there is to write.
func TestTooSmallADisk(t *testing.T) {
	if err := enough(1e9, 1e9); err != nil {
		t.Error(err)
	}
	const want = "the run takes up to 200 TB, but only 81.3 GB are free there: want more space, or another folder"
	if err := enough(2e14, 81_300_000_000); err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
