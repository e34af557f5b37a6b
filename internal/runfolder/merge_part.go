package runfolder

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// part is a run that goes into another.
type part struct {
	dir     string
	meta    *Meta
	rows    *tableReader
	file    *os.File
	last    int  // session of the last row read
	ahead   *Row // that row, if it has not been asked for
	pending int  // sessions that have not been copied
	copied  int  // rows
	round   int  // of the last row copied
}

// next is the next row of a session; io.EOF behind the last one. The sessions of a
// file stand one after the other, mostly in the order in which they are wanted.
func (p *part) next(session int) (Row, error) {
	if p.rows == nil || p.last > session {
		if err := p.open(); err != nil {
			return Row{}, err
		}
	}
	for {
		row, err := p.read()
		if err != nil {
			return row, err
		}
		if row.Session > session {
			p.ahead = &row
			return Row{}, io.EOF
		}
		if row.Session == session {
			return row, nil
		}
	}
}

// read is the next row of any session.
func (p *part) read() (Row, error) {
	if row := p.ahead; row != nil {
		p.ahead = nil
		return *row, nil
	}
	row, err := p.rows.next()
	p.last = max(p.last, row.Session)
	if n := len(p.meta.Sessions); err == nil && (row.Session < 1 || row.Session > n) {
		err = p.rows.wrong(fmt.Errorf("session %d: %s has %d: restore the file", row.Session, MetaFile, n))
	}
	return row, err
}

// finish sees that every row of the part was copied, and closes it.
func (p *part) finish() error {
	for p.rows != nil {
		_, err := p.read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if p.rows != nil && p.rows.rows != p.copied {
		return fmt.Errorf("%s: %d of %d measurements were copied: the sessions do not stand one after the other: restore the file", p.dir, p.copied, p.rows.rows)
	}
	return p.close()
}

func (p *part) open() (err error) {
	name := filepath.Join(p.dir, MeasurementsFile)
	if err := p.close(); err != nil {
		return err
	}
	p.ahead, p.last = nil, 0
	if p.file, err = os.Open(name); err != nil {
		return fmt.Errorf("the run has lost its measurements: %w", err)
	}
	p.rows, err = readTable(name, p.file, p.meta)
	return err
}

// renumbered appends the line read last, without its checksum, with the numbers of a
// row. All other fields stay byte for byte.
func (r *tableReader) renumbered(line []byte, row Row) []byte {
	for i, field := range r.fields[:len(r.fields)-1] {
		if i > 0 {
			line = append(line, ',')
		}
		switch i {
		case 0:
			line = strconv.AppendInt(line, int64(row.Seq), 10)
		case 1:
			line = strconv.AppendInt(line, int64(row.Round), 10)
		case r.layout.session:
			line = strconv.AppendInt(line, int64(row.Session), 10)
		default:
			line = append(line, field...)
		}
	}
	return line
}

func (p *part) close() error {
	if p.file == nil {
		return nil
	}
	err := p.file.Close()
	p.file = nil
	return err
}
