package store

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"
)

// Two of this program read one file; while another writes, the error says what to do.
func TestBboltInUse(t *testing.T) {
	e, cfg := words(50), Config{Folder: t.TempDir()}
	first, err := Bbolt().Open(t.Context(), e, cfg)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Bbolt().Open(t.Context(), e, cfg)
	if err != nil {
		t.Fatal(err)
	}
	ask(t, second, e.Keys.At(3), e.Values.At(3), true)
	ask(t, first, e.Keys.At(4), e.Values.At(4), true)
	for _, s := range []Store{first, second} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := first.Get(nil, "a"); err == nil {
		t.Error("a closed store answers")
	}
	db, err := bbolt.Open(cfg.fileName("bbolt", e), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if s, err := Bbolt().Open(t.Context(), e, cfg); err == nil || !strings.Contains(err.Error(), "in use by another program") {
		t.Errorf("%v", err)
		if err == nil {
			s.Close()
		}
	}
}

// A file that is as it was written is taken up, without being written again.
func TestBboltTakenUp(t *testing.T) {
	e, cfg := words(50), Config{Folder: t.TempDir()}
	var was os.FileInfo
	for range 2 {
		s, err := Bbolt().Open(t.Context(), e, cfg)
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		info, err := os.Stat(cfg.fileName("bbolt", e))
		if err != nil {
			t.Fatal(err)
		}
		if was != nil && (!os.SameFile(was, info) || !was.ModTime().Equal(info.ModTime())) {
			t.Error("the file was written again")
		}
		was = info
	}
}

// One connection serves all lookups; nobody listens after Close, and asking is an error.
func TestHTTPEnds(t *testing.T) {
	s, err := HTTP().Open(t.Context(), words(50), Config{})
	if err != nil {
		t.Fatal(err)
	}
	over := s.(*overHTTP)
	if err := over.GetMany([]string{"a", "b"}, func(int, []byte) error { return nil }); err != nil {
		t.Fatal(err)
	}
	address := strings.TrimPrefix(over.address, "http://")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err := net.Dial("tcp", address); err == nil {
		c.Close()
		t.Error("somebody listens on")
	}
	if _, ok, err := s.Get(nil, "a"); ok || err == nil {
		t.Error("a closed store answers")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// The connection is kept alive, for single lookups and for lists read to their end.
func TestHTTPKeepsItsConnection(t *testing.T) {
	e := words(50)
	s, err := HTTP().Open(t.Context(), e, Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	over := s.(*overHTTP)
	dialled := 0
	over.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		dialled++
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	for i := range 20 {
		ask(t, s, e.Keys.At(i), e.Values.At(i), true)
		ask(t, s, "a negative", "", false)
		if err := over.GetMany(e.Keys.All(), func(int, []byte) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if dialled != 1 {
		t.Errorf("%d connections", dialled)
	}
}

// A lookup takes the wait at least, and in the middle hardly longer; a list takes it
// once.
func TestDelay(t *testing.T) {
	e := words(50)
	for _, wait := range []time.Duration{time.Microsecond, 20 * time.Microsecond, 400 * time.Microsecond} {
		s, err := Delay().Open(t.Context(), e, Config{Wait: wait})
		if err != nil {
			t.Fatal(err)
		}
		took := middle(func() time.Duration {
			start := time.Now()
			_, _, _ = s.Get(nil, "a")
			return time.Since(start)
		})
		// The bounds are wide: other programs may have the processor.
		if slack := wait/10 + time.Microsecond/2; took < wait-slack || took > 2*wait+20*slack {
			t.Errorf("a lookup that is to take %s takes %s", wait, took)
		}
		list := middle(func() time.Duration {
			start := time.Now()
			if err := s.(ManyGetter).GetMany(e.Keys.All(), func(int, []byte) error { return nil }); err != nil {
				t.Fatal(err)
			}
			return time.Since(start)
		})
		if list < wait*9/10-time.Microsecond/2 || wait > 100*time.Microsecond && list > 25*wait {
			t.Errorf("a list of 50 with a wait of %s takes %s", wait, list)
		}
	}
	for _, wait := range []time.Duration{0, 99, time.Second} {
		if _, err := Delay().Open(t.Context(), e, Config{Wait: wait}); err == nil {
			t.Errorf("no error of a wait of %s", wait)
		}
	}
}

// BenchmarkGet looks up keys and negatives in turn.
func BenchmarkGet(b *testing.B) {
	e := words(2000)
	for _, k := range Kinds() {
		b.Run(k.Name, func(b *testing.B) {
			if err := k.Available(); err != nil {
				b.Skip(err)
			}
			cfg := Config{Folder: b.TempDir()}
			if k.Medium == Simulated {
				cfg.Wait = time.Microsecond
			}
			s, err := k.Open(b.Context(), e, cfg)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			negatives := make([]string, e.Keys.Len())
			for i := range negatives {
				negatives[i] = fmt.Sprint("negative", i)
			}
			var room []byte
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				key, is := e.Keys.At(i/2%2000), i%2 == 0
				if !is {
					key = negatives[i/2%2000]
				}
				var ok bool
				if room, ok, err = s.Get(room[:0], key); ok != is || err != nil {
					b.Fatalf("%s: %v %v", key, ok, err)
				}
			}
		})
	}
}

// A request is read up to a bound, whoever sends it.
func TestHTTPBound(t *testing.T) {
	s := service{values: map[string]string{"key": "value"}, most: 8}
	for path, handle := range map[string]http.HandlerFunc{pathGet: s.get, pathMany: s.many} {
		for body, want := range map[string]bool{"\x07negativ": true, "\x08negative": false} {
			answer := httptest.NewRecorder()
			handle(answer, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
			if taken := answer.Code != http.StatusBadRequest; taken != want {
				t.Errorf("%s: %d bytes are answered by %d: %s", path, len(body), answer.Code, answer.Body)
			}
		}
	}
}

// Lookups are counted over all the times that the file is opened, and stay after it is closed.
func TestBboltCountsAcrossEvictions(t *testing.T) {
	s, err := Bbolt().Open(t.Context(), words(50), Config{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	want := int64(0)
	ask := func(times int) {
		t.Helper()
		for range times {
			if _, _, err := s.Get(nil, "absent"); err != nil {
				t.Fatal(err)
			}
		}
		want += int64(times)
		if got, err := s.Accesses(); got != want || err != nil {
			t.Errorf("%d lookups, want %d (%v)", got, want, err)
		}
	}
	ask(100)
	if err := s.(Evicter).Evict(); err != nil {
		t.Fatal(err)
	}
	ask(10)
	s.Close()
	if got, err := s.Accesses(); got != want || err != nil {
		t.Errorf("closed: %d lookups, want %d (%v)", got, want, err)
	}
}
