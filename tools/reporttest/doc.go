// Package reporttest tests the page of `hyphbench report` in a real browser.
//
// It is a module of its own: the program does not depend on the driver of the
// browser. `go test` builds the program, makes small runs and opens their pages in
// a headless Chromium. Without one in PATH it skips, or fails when
// REPORTTEST_REQUIRED is set. REPORTTEST_SHOTS names a folder for screenshots and
// printed pages, REPORTTEST_RUN a run that is tested instead of one with the same experiment
// and language.
package reporttest
