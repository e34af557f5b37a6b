package thesis

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"hyphbench/internal/runfolder"
)

//go:embed node/harness.js
var nodeHarness string

//go:embed node/package-lock.json
var nodeLock []byte

// nodeStack is the thesis's own stack in Node.js: npm hypher and npm bloom-filters. A filter
// has one process a round, which node/harness.js describes.
type nodeStack struct {
	program  []string // what a process is started by
	folder   string   // of the npm packages
	versions string
	running  map[string]*nodeProcess // by filter
	wanted   map[runfolder.Cell]nodeCounts
	aside    time.Duration // what starts and what warms up took
}

// findNode finds Node.js, and in folder the npm packages that the lock file pins. The error
// says how to get what is missing.
func findNode(folder string) (*nodeStack, error) {
	const cure = "'make node'"
	program, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("no node in PATH: want Node.js, then " + cure)
	}
	version, err := exec.Command(program, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("node --version: %w: want Node.js, then %s", err, cure)
	}
	// What npm has installed is written down there as in the lock file.
	var lock, installed struct {
		Packages map[string]struct{ Version, Integrity string }
	}
	text, err := os.ReadFile(filepath.Join(folder, "node_modules", ".package-lock.json"))
	if err != nil {
		return nil, errors.New("its npm packages are not installed: want " + cure + ", or their folder by --node-dir")
	}
	if err := errors.Join(json.Unmarshal(nodeLock, &lock), json.Unmarshal(text, &installed)); err != nil {
		return nil, fmt.Errorf("its npm packages: %w: want %s", err, cure)
	}
	for name, p := range lock.Packages {
		if got := installed.Packages[name]; name != "" && got != p {
			return nil, fmt.Errorf("npm package %s is %q: want %s, by %s", filepath.Base(name), got.Version, p.Version, cure)
		}
	}
	n := &nodeStack{
		program: []string{program, "--expose-gc", "-e", nodeHarness}, folder: folder,
		versions: "Node.js " + strings.TrimSpace(string(version)),
		running:  map[string]*nodeProcess{}, wanted: map[runfolder.Cell]nodeCounts{},
	}
	for _, name := range []string{"hypher", "hyphenation.en-us", "bloom-filters"} {
		n.versions += ", " + name + " " + lock.Packages["node_modules/"+name].Version
	}
	return n, nil
}

// nodeTold is what a process is told first.
type nodeTold struct {
	Filter     string   `json:"filter"`
	Round      int      `json:"round"`
	Words      []string `json:"words"`
	Exceptions []string `json:"exceptions"` // hyphenMark at their breaks
	Keys       []string `json:"keys"`
}

// nodeAsked is a section.
type nodeAsked struct {
	Metric  runfolder.Metric `json:"metric"`
	Epsilon float64          `json:"epsilon"`
}

// nodeCounts are what the answer to a section must have.
type nodeCounts struct {
	Params map[string]float64 `json:"params"` // of the filter
	FN     int                `json:"fn"`
	FP     int                `json:"fp"`     // of a pass
	Breaks int                `json:"breaks"` // of a pass
}

type nodeAnswer struct {
	Filter string `json:"filter"`
	Round  int    `json:"round"`
	nodeAsked
	nodeCounts
	WallNs int64 `json:"wall_ns"`
	CPUNs  int64 `json:"cpu_ns"`
}

// nodeProcess is a process of one filter in one round.
type nodeProcess struct {
	nodeTold
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors bytes.Buffer
	ended  bool
	warm   map[runfolder.Metric]bool
}

// process is that of the filter and the round. It ends that of another round.
func (n *nodeStack) process(filter string, round int, told func() nodeTold) (*nodeProcess, error) {
	if p := n.running[filter]; p != nil {
		if p.Round == round {
			return p, nil
		}
		delete(n.running, filter)
		if err := p.close(); err != nil {
			return nil, err
		}
	}
	start := time.Now()
	defer func() { n.aside += time.Since(start) }()
	p := &nodeProcess{nodeTold: nodeTold{Filter: filter, Round: round}, cmd: exec.Command(n.program[0], n.program[1:]...), warm: map[runfolder.Metric]bool{}}
	p.cmd.Dir, p.cmd.Stderr = n.folder, &p.errors
	var out io.ReadCloser
	var err error
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		out, err = p.cmd.StdoutPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	n.running[filter], p.out = p, bufio.NewReader(out)
	first := told()
	first.Filter, first.Round = filter, round
	var hello struct{ Node string }
	return p, p.ask(first, &hello)
}

// measure is a section. The first of its metric is measured twice, so that it has been
// compiled when it counts; the thesis's own order goes without.
func (n *nodeStack) measure(p *nodeProcess, asked nodeAsked, warm bool) (nodeAnswer, error) {
	if warm && !p.warm[asked.Metric] {
		p.warm[asked.Metric] = true
		start := time.Now()
		_, err := p.section(asked)
		n.aside += time.Since(start)
		if err != nil {
			return nodeAnswer{}, err
		}
	}
	return p.section(asked)
}

func (p *nodeProcess) section(asked nodeAsked) (nodeAnswer, error) {
	var got nodeAnswer
	if err := p.ask(asked, &got); err != nil {
		return got, err
	}
	if got.Filter != p.Filter || got.Round != p.Round || got.nodeAsked != asked {
		return got, fmt.Errorf("node answered for %s in round %d, %+v: want %s in round %d, %+v", got.Filter, got.Round, got.nodeAsked, p.Filter, p.Round, asked)
	}
	if got.WallNs <= 0 || got.CPUNs <= 0 {
		return got, fmt.Errorf("node measured %d ns, %d ns of CPU time: want times", got.WallNs, got.CPUNs)
	}
	return got, nil
}

// ask sends a line and reads the line in reply.
func (p *nodeProcess) ask(line, reply any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, failed := p.in.Write(append(text, '\n'))
	said, err := p.out.ReadBytes('\n')
	if err := errors.Join(failed, err); err != nil {
		_ = p.close() // until all that it said is there
		return fmt.Errorf("node ended without an answer: %s", strings.Join(strings.Fields(p.errors.String()), " "))
	}
	var problem struct{ Error string }
	if err := json.Unmarshal(said, &problem); err != nil {
		return fmt.Errorf("node answered %q: %w", bytes.TrimSpace(said), err)
	}
	if problem.Error != "" {
		return fmt.Errorf("node: %s", problem.Error)
	}
	return json.Unmarshal(said, reply)
}

// close ends the process, which ends with its input.
func (p *nodeProcess) close() error {
	if p.ended {
		return nil
	}
	p.ended = true
	p.in.Close()
	return p.cmd.Wait()
}

// Close ends all processes.
func (n *nodeStack) Close() error {
	var errs []error
	for _, p := range n.running {
		errs = append(errs, p.close())
	}
	clear(n.running)
	return errors.Join(errs...)
}
