package corpus

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const content = "one\ntwo\n"

// small is a source with the content served at url.
func small(url string) Source {
	return Source{Role: RoleWords, Name: "words.txt", Origin: url, SHA256: checksum([]byte(content)), Bytes: int64(len(content))}
}

// serve starts a server and returns its address.
func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// only fails the test unless dir has exactly the named files: a fetch leaves no
// temporary file.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(names) {
		t.Errorf("the folder holds %q, want %q", got, names)
	}
}

func TestFetch(t *testing.T) {
	requests := 0
	good := serve(t, func(w http.ResponseWriter, r *http.Request) {
		requests++
		fmt.Fprint(w, content)
	})
	redirect := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, good, http.StatusFound)
	})
	for _, url := range []string{good, redirect} {
		requests = 0
		path := filepath.Join(t.TempDir(), "new", "words.txt")
		fetched, err := fetch(t.Context(), small(url), path)
		if err != nil || !fetched {
			t.Fatalf("fetched %v, %v", fetched, err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != content {
			t.Errorf("got %q, %v", got, err)
		}
		only(t, filepath.Dir(path), "words.txt")
		if fetched, err := fetch(t.Context(), small(url), path); err != nil || fetched || requests != 1 {
			t.Errorf("a second fetch: fetched %v, %v, %d requests; want no second request", fetched, err, requests)
		}
	}
}

func TestFetchErrors(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	for _, c := range []struct {
		name  string
		serve http.HandlerFunc
		want  []string
	}{
		{"not found", http.NotFound, []string{"404 Not Found"}},
		{"wrong content", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "one\nTWO\n") },
			[]string{"another file", checksum([]byte("one\nTWO\n")), small("").SHA256}},
		{"a sign-in page", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, strings.Repeat("<p>", 1<<16)) },
			[]string{"more than 8 bytes"}},
		{"too short", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "one\n") },
			[]string{"4 bytes", "want 8 bytes"}},
		{"truncated", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "8")
			fmt.Fprint(w, "one\n")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, []string{"ended after", "of 8 bytes"}},
		{"hanging before the answer", func(w http.ResponseWriter, r *http.Request) { <-hang },
			[]string{"no complete answer in the time allowed"}},
		{"hanging inside the answer", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "one\n")
			w.(http.Flusher).Flush()
			<-hang
		}, []string{"after 4 of 8 bytes", "no complete answer in the time allowed"}},
		{"redirects without end", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) },
			[]string{"stopped after 10 redirects"}},
	} {
		// Closing a server waits for its handlers: hang is closed before the
		// clean-up.
		url := serve(t, c.serve)
		t.Run(c.name, func(t *testing.T) {
			// Only the servers that hang wait for the deadline.
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			if strings.HasPrefix(c.name, "hanging") {
				ctx, cancel = context.WithTimeout(t.Context(), 100*time.Millisecond)
			}
			defer cancel()
			dir := t.TempDir()
			_, err := fetch(ctx, small(url), filepath.Join(dir, "words.txt"))
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range append(c.want, url) {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q does not contain %q", err, want)
				}
			}
			only(t, dir)
		})
	}
}

func TestFetchOffline(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close() // its port refuses connections now
	dir := t.TempDir()
	_, err := fetch(t.Context(), small(s.URL), filepath.Join(dir, "words.txt"))
	if err == nil || strings.Count(err.Error(), s.URL) != 1 {
		t.Errorf("error %v, want one that names the address once", err)
	}
	only(t, dir)
}

func TestFetchCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url := serve(t, func(w http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	if _, err := fetch(ctx, small(url), filepath.Join(t.TempDir(), "w")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestFetchKeepsOtherFiles(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, content) })
	path := write(t, filepath.Join(t.TempDir(), "words.txt"), "mine\n")
	if _, err := fetch(t.Context(), small(url), path); err == nil || !strings.Contains(err.Error(), "another file") {
		t.Errorf("error %v, want one about the file in the way", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "mine\n" {
		t.Errorf("the file is now %q", got)
	}
}

func TestFetchUnwritable(t *testing.T) {
	url := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, content) })
	// Permissions do not stop root; a file in place of a folder does.
	file := write(t, filepath.Join(t.TempDir(), "file"), "")
	if _, err := fetch(t.Context(), small(url), filepath.Join(file, "words.txt")); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("error %v, want one that names the folder", err)
	}
	// A folder in the place of the file is left as it is.
	dir := t.TempDir()
	write(t, filepath.Join(dir, "words.txt", "inside"), "")
	if _, err := fetch(t.Context(), small(url), filepath.Join(dir, "words.txt")); err == nil {
		t.Error("a folder was replaced by a file")
	}
	only(t, dir, "words.txt")
}

// TestOriginIsPinned: the address names a commit, since a branch moves.
func TestOriginIsPinned(t *testing.T) {
	const want = "https://raw.githubusercontent.com/dwyl/english-words/7cb484da5de560c11109c8f3925565966015e5a9/words.txt"
	if got := ThesisWords().Origin; got != want {
		t.Errorf("fetches %s, want %s", got, want)
	}
}
