package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser returns the path of a browser, or skips the test.
func browser(t *testing.T) string {
	t.Helper()
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("BROWSERTEST_REQUIRED") != "" {
		t.Fatalf("none of %s is in PATH", strings.Join(names, ", "))
	}
	t.Skipf("none of %s is in PATH", strings.Join(names, ", "))
	return ""
}

// tab is an open page with its console messages and its requests.
type tab struct {
	context.Context

	mu       sync.Mutex
	problems []string
	requests []string
}

// open starts a browser with a profile of its own and loads a file.
func open(t *testing.T, file string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewExecAllocator(t.Context(),
		chromedp.ExecPath(browser(t)), chromedp.UserDataDir(t.TempDir()), chromedp.Headless,
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.WindowSize(1280, 900))
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(func() {
		chromedp.Cancel(ctx) // waits for the browser to exit before its profile is removed
		cancel()
	})
	p := &tab{Context: ctx}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	p.do(t, call(network.Enable, network.EnableParams{}), call(log.Enable, cdp.Empty{}), chromedp.Navigate("file://"+file))
	return p
}

func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *log.EventEntryAdded:
		p.problems = append(p.problems, fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text))
	case *runtime.EventExceptionThrown:
		p.problems = append(p.problems, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		p.problems = append(p.problems, "console."+string(e.Type))
	}
}

// check fails for every console message and every request but that for the file.
func (p *tab) check(t *testing.T) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		t.Errorf("message on the console: %s", problem)
	}
	if len(p.requests) == 0 || !strings.HasPrefix(p.requests[0], "file://") {
		t.Errorf("requests %q: want that for the page first", p.requests)
	}
	for i, url := range p.requests {
		if i > 0 && !strings.HasPrefix(url, "blob:") && !strings.HasPrefix(url, "data:") {
			t.Errorf("the page requests %.100s", url)
		}
	}
}

// call is a command of the protocol as a step.
func call[P any](command cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, t, command, params)
		return nothing, err
	}
}

func (p *tab) do(t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(p, steps...); err != nil {
		t.Fatal(err)
	}
}

// get runs a step with a result.
func get[T any](t *testing.T, p *tab, step chromedp.Action[T]) T {
	t.Helper()
	answer, err := chromedp.Run(p, step)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// evaluate evaluates an expression, and waits for what it promises.
func evaluate[T any](t *testing.T, p *tab, expression string) T {
	t.Helper()
	return get(t, p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}
