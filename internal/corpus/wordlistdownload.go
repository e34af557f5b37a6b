package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"hyphbench/internal/runfolder"
)

// fetchTimeout bounds a fetch without a deadline of its own.
const fetchTimeout = time.Minute

// FetchWords fetches the thesis's word list to path, usually words.txt in one of
// the Places, and makes its folder. It reports false when path has the file
// already. Size and SHA-256 are verified before the file is written atomically. A
// proxy is taken from HTTPS_PROXY.
//
// Errors: no connection, no answer in time (the context's deadline, else one
// minute), an HTTP status other than 200, a truncated answer, another file in the
// answer or at path, a folder that cannot be written, a full disk.
func FetchWords(ctx context.Context, path string) (fetched bool, err error) {
	return fetch(ctx, ThesisWords(), path)
}

func fetch(ctx context.Context, s Source, path string) (fetched bool, err error) {
	switch old, err := os.ReadFile(path); {
	case err == nil && checksum(old) == s.SHA256:
		return false, nil
	case err == nil:
		return false, fmt.Errorf("%s is another file: SHA-256 %s, want %s: move it away first", path, checksum(old), s.SHA256)
	case !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	src, err := download(ctx, s)
	if err != nil {
		return false, fmt.Errorf("fetch %s: %w", s.Origin, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	if err := runfolder.WriteFile(path, src); err != nil {
		return false, err
	}
	return true, nil
}

// download returns the verified bytes. They are a few MB in memory: nothing is
// written before it is verified.
func download(ctx context.Context, s Source) ([]byte, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, fetchTimeout)
		defer cancel()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Origin, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, explain(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %q: want 200 OK", resp.Status)
	}
	// One byte in excess detects a longer answer of any length.
	src, err := io.ReadAll(io.LimitReader(resp.Body, s.Bytes+1))
	if err != nil {
		return nil, fmt.Errorf("the answer ended after %d of %d bytes: %w", len(src), s.Bytes, explain(ctx, err))
	}
	switch n := int64(len(src)); {
	case n > s.Bytes:
		return nil, fmt.Errorf("the answer is another file: more than %d bytes", s.Bytes)
	case n < s.Bytes || checksum(src) != s.SHA256:
		return nil, fmt.Errorf("the answer is another file: %d bytes, SHA-256 %s; want %d bytes, SHA-256 %s",
			n, checksum(src), s.Bytes, s.SHA256)
	}
	return src, nil
}

// explain replaces "context deadline exceeded" by a plain message and drops the
// URL, which the caller adds.
func explain(ctx context.Context, err error) error {
	var outer *url.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("no complete answer in the time allowed: %w", context.DeadlineExceeded)
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &outer):
		return outer.Err
	}
	return err
}
