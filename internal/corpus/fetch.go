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

// fetchTimeout bounds a fetch whose context has no deadline.
const fetchTimeout = time.Minute

// Fetcher brings a file from its origin. The zero value with a Source is
// ready.
type Fetcher struct {
	Source    Source
	URL       string       // "" means Source.Origin
	Client    *http.Client // nil means http.DefaultClient, which honours HTTPS_PROXY
	Overwrite bool         // replace another file at the destination
}

// FetchWords brings the thesis's word list to path, which is usually
// words.txt in one of the Places.
func FetchWords(ctx context.Context, path string) (fetched bool, err error) {
	return Fetcher{Source: ThesisWords()}.Fetch(ctx, path)
}

// Fetch brings the file to path, making its folder, unless it is already
// there: fetched says which. The file appears whole and verified or not at
// all: size and SHA-256 are checked before a temporary file beside it is
// written, synced and renamed.
//
// Errors: no connection or no answer in time (the context's deadline, else
// one minute), an HTTP status other than 200, an answer that breaks off or is
// another file, another file in the way at path, a folder that cannot be
// written, a full disk.
func (f Fetcher) Fetch(ctx context.Context, path string) (fetched bool, err error) {
	switch old, err := os.ReadFile(path); {
	case err == nil && checksum(old) == f.Source.SHA256:
		return false, nil
	case err == nil && !f.Overwrite:
		return false, fmt.Errorf("%s is another file (SHA-256 %s, not %s): move it away first", path, checksum(old), f.Source.SHA256)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	src, err := f.download(ctx)
	if err != nil {
		return false, fmt.Errorf("fetch %s: %w", f.url(), err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return false, err
	}
	if err := runfolder.WriteFile(path, src); err != nil {
		return false, err
	}
	return true, nil
}

func (f Fetcher) url() string {
	if f.URL != "" {
		return f.URL
	}
	return f.Source.Origin
}

// download returns the verified bytes. They are held in memory, a few MB, so
// that nothing touches the disk before they are known to be right.
func (f Fetcher) download(ctx context.Context) ([]byte, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, fetchTimeout)
		defer cancel()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url(), nil)
	if err != nil {
		return nil, err
	}
	client := f.Client
	if client == nil {
		client = http.DefaultClient
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, explain(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %q, not 200 OK", resp.Status)
	}
	// One byte more than wanted shows an answer that is too long, however long.
	src, err := io.ReadAll(io.LimitReader(resp.Body, f.Source.Bytes+1))
	if err != nil {
		return nil, fmt.Errorf("the answer broke off after %d of %d bytes: %w", len(src), f.Source.Bytes, explain(ctx, err))
	}
	switch n := int64(len(src)); {
	case n > f.Source.Bytes:
		return nil, fmt.Errorf("the answer has more than %d bytes: it is another file", f.Source.Bytes)
	case n < f.Source.Bytes || checksum(src) != f.Source.SHA256:
		return nil, fmt.Errorf("the answer is another file: %d bytes, SHA-256 %s; expected %d bytes, SHA-256 %s",
			n, checksum(src), f.Source.Bytes, f.Source.SHA256)
	}
	return src, nil
}

// explain puts what the user can act on in the place of "context deadline
// exceeded" and drops the URL that net/http repeats.
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
