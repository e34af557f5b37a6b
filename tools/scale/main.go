// Command scale measures what a large run takes: it generates shards, has them merged
// and read, and prints the time and the memory of each command.
//
// The shards repeat the rounds of a template, with other times: they say nothing of any
// structure and are marked as generated. They are dealt to as many machines as -machines
// says, each with a speed of its own. They are written into -dir, or into a temporary
// folder that is removed.
//
//	scale [-hyphbench PROGRAM] [-template RUN] [-shards N] [-rows N] [-machines N] [-dir DIR]
//
// Exit codes: 0 done, 1 failed, 2 wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("scale", flag.ContinueOnError)
	flags.SetOutput(stderr)
	s := scale{}
	flags.StringVar(&s.program, "hyphbench", "bin/hyphbench", "the program")
	flags.StringVar(&s.template, "template", "results/thesis", "the run whose rounds are repeated")
	flags.IntVar(&s.shards, "shards", 1000, "number of shards")
	flags.IntVar(&s.rows, "rows", 10_000, "rows of a shard, about")
	flags.IntVar(&s.machines, "machines", 1, "number of machines")
	flags.StringVar(&s.dir, "dir", "", "folder for shards and result, kept; it must not exist")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if flags.NArg() > 0 || s.shards < 1 || s.rows < 1 || s.machines < 1 || s.machines > s.shards {
		fmt.Fprintln(stderr, "scale: want flags alone, 1 or more shards and rows, and a shard or more for each machine")
		return 2
	}
	if err := s.run(ctx, stdout, stderr); err != nil {
		fmt.Fprintln(stderr, "scale: "+err.Error())
		return 1
	}
	return 0
}

type scale struct {
	program, template, dir string
	shards, rows, machines int
}

func (s *scale) run(ctx context.Context, stdout, stderr io.Writer) error {
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "hyphbench-scale-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		s.dir = dir
	} else if err := os.Mkdir(s.dir, 0o755); err != nil {
		return err
	}
	shards, results := filepath.Join(s.dir, "shards"), filepath.Join(s.dir, "results")
	start := time.Now()
	rows, bytes, err := s.generate(ctx, shards)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "scale: %d shards of %d rows in all on %d machines, %d bytes per row, generated in %s\n", s.shards, rows, s.machines, bytes/int64(rows), time.Since(start).Round(time.Second))
	out := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "command\twall s\tCPU s\tpeak MB")
	for _, args := range [][]string{
		{"merge", "--out=" + results, shards},
		{"show", "table", "--format=csv", results},
		{"verify", results},
	} {
		if err := s.measure(ctx, out, stderr, args); err != nil {
			return err
		}
	}
	return out.Flush()
}

// measure runs the program and prints what it took.
func (s *scale) measure(ctx context.Context, out, stderr io.Writer, args []string) error {
	program, err := filepath.Abs(s.program)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	u := cmd.ProcessState
	_, err = fmt.Fprintf(out, "%s\t%.1f\t%.1f\t%s\n", args[0], time.Since(start).Seconds(), (u.UserTime() + u.SystemTime()).Seconds(), peak(u))
	return err
}

// generate writes the shards, and returns their rows and bytes.
func (s *scale) generate(ctx context.Context, parent string) (rows int, bytes int64, err error) {
	template, err := runfolder.Open(s.template)
	if err != nil {
		return 0, 0, err
	}
	var warm []runfolder.Row
	rounds := map[int][]runfolder.Row{}
	for _, r := range template.Rows {
		if r.Round < 1 {
			warm = append(warm, r)
		} else {
			rounds[r.Round] = append(rounds[r.Round], r)
		}
	}
	perShard := max(1, (s.rows-len(warm))/max(1, len(rounds[1])))
	random := rand.New(rand.NewPCG(1, 0))
	for index := range s.shards {
		if err := ctx.Err(); err != nil {
			return 0, 0, err
		}
		shard := runfolder.Shard{Index: index, Of: s.shards}
		meta := template.Meta
		meta.Reps, meta.Shard = perShard*s.shards, &shard
		meta.Columns = runfolder.Columns(meta.Axes, template.Columns...)
		meta.Notes = append([]string{"generated: no machine measured these times"}, meta.Notes...)
		session := meta.Sessions[0]
		session.Start = session.Start.Add(time.Duration(index) * time.Second)
		session.End = session.Start
		on := index % s.machines
		session.Machine = another(session.Machine, on)
		speed := 1 + 0.5*float64(on)/float64(s.machines)
		meta.Sessions = []runfolder.Session{session}
		w, err := runfolder.Create(filepath.Join(parent, fmt.Sprint(index)), meta)
		if err != nil {
			return 0, 0, err
		}
		add := func(list []runfolder.Row, round int) error {
			for _, r := range list {
				if r.Round = round; r.Timed() {
					change := speed * (1 + 0.02*random.NormFloat64())
					r.Value *= change
					r.CPU = int64(float64(r.CPU) * change)
				}
				if err := w.Append(r); err != nil {
					return err
				}
			}
			return nil
		}
		err = add(warm, 0)
		for _, round := range shard.Rounds(meta.Reps) {
			if err == nil {
				err = add(rounds[1+random.IntN(len(rounds))], round)
			}
		}
		rows += w.Count()
		if err := errors.Join(err, w.Close(runfolder.Finished, nil)); err != nil {
			return 0, 0, err
		}
		info, err := os.Stat(filepath.Join(w.Dir, runfolder.MeasurementsFile))
		if err != nil {
			return 0, 0, err
		}
		bytes += info.Size()
	}
	return rows, bytes, nil
}

// another is a machine like one, of its own start.
func another(m *machine.Machine, number int) *machine.Machine {
	var other machine.Machine
	if m != nil {
		other = *m
	}
	other.Boot = fmt.Sprintf("generated%d", number)
	return &other
}
