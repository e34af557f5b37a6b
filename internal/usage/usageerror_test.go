package usage

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestError(t *testing.T) {
	err := fmt.Errorf("run: %w", Errorf("--reps: %w", io.EOF))
	if !Is(err) || !errors.Is(err, io.EOF) || err.Error() != "run: --reps: EOF" {
		t.Errorf("%v, marked %v", err, Is(err))
	}
	if Is(io.EOF) || Wrong(nil) != nil || !Is(Wrong(io.EOF)) {
		t.Error("marked and not are confused")
	}
}
