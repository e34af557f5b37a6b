// Package browsertest tests the page of `hyphbench report` in a real browser.
//
// It is a module of its own: the program does not depend on the driver of the browser. `go
// test` builds the program, makes small runs and opens their pages in a headless Chromium. If
// none is in PATH, the tests are skipped, or fail if BROWSERTEST_REQUIRED is set.
// BROWSERTEST_SHOTS names a folder for screenshots and printed pages, BROWSERTEST_RUN a run
// that is tested instead of one with the same experiment and language.
package browsertest
