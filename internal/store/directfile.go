package store

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
	"os"

	"github.com/cespare/xxhash/v2"
)

// The file of the kind direct consists of pages. Page 0 is the header. Then come the
// home pages, in which each entry has a place by the hash of its key, and at the end
// the chains of long entries, each in pages of its own:
//
//	header   checksum, magic, version, sum of the entries, numbers of entries, of home pages and of all pages
//	home     checksum, bytes used, whether an entry went on to the next page, records
//	record   length of the key · 2 (+ 1: long), length of the value, both as varints;
//	         then key and value or, if long, hash of the key and first page of the chain
//	chain    checksum, then key and value through all pages of it
//
// A page's checksum is that of what follows in it, begun with the entries' sum and the
// number of the page: neither a changed byte nor a page in another's place goes
// unnoticed.
const (
	pageSize    = 4096
	pageHead    = 4 // bytes of the checksum
	homeHead    = pageHead + 3
	pageRoom    = pageSize - homeHead // for records
	chainRoom   = pageSize - pageHead
	longRecord  = 512 // bytes of a record above which it is long
	mostLoad    = 0.8 // of the room in home pages
	headerBytes = pageHead + len(directMagic) + 1 + 16 + 3*8

	directMagic   = "hyphbench direct"
	directVersion = 1
)

// directHeader is what page 0 says.
type directHeader struct {
	sum                   string // of the entries
	begun                 uint32 // the checksum of sum
	entries, homes, pages uint64
}

func headerOf(sum string) directHeader {
	return directHeader{sum: sum, begun: crc32.Checksum([]byte(sum), crc32.MakeTable(crc32.Castagnoli))}
}

// errDamaged is what errors of a file wrap that is not as it was written.
var errDamaged = errors.New("damaged")

// checksum is that of a page.
func (h directHeader) checksum(number uint64, page []byte) uint32 {
	return crc32.Update(h.begun^uint32(number)^uint32(number>>32), crc32.MakeTable(crc32.Castagnoli), page[pageHead:])
}

// checkPage returns an error of a page that is not as it was written.
func (h directHeader) checkPage(number uint64, page []byte) error {
	if binary.LittleEndian.Uint32(page) != h.checksum(number, page) {
		return fmt.Errorf("page %d is %w", number, errDamaged)
	}
	return nil
}

// home is the page of a key.
func (h directHeader) home(hash uint64) uint64 {
	high, _ := bits.Mul64(hash, h.homes)
	return 1 + high
}

// next is the page in which the entries go on that have no room in one.
func (h directHeader) next(number uint64) uint64 { return 1 + number%h.homes }

func (h directHeader) encode(page []byte) {
	clear(page)
	b := append(page[:pageHead], directMagic...)
	b = append(b, directVersion)
	b = append(b, h.sum...)
	for _, n := range []uint64{h.entries, h.homes, h.pages} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	binary.LittleEndian.PutUint32(page, h.checksum(0, page))
}

// decodeHeader reads page 0 of a file of so many bytes, which is to have the entries
// of the sum.
func decodeHeader(page []byte, sum string, size int64) (directHeader, error) {
	h := headerOf(sum)
	if err := h.checkPage(0, page); err != nil {
		return h, err
	}
	b := page[pageHead:]
	if string(b[:len(directMagic)]) != directMagic || b[len(directMagic)] != directVersion {
		return h, fmt.Errorf("page 0 is not of a %s file of version %d: %w", directMagic, directVersion, errDamaged)
	}
	for i, to := range []*uint64{&h.entries, &h.homes, &h.pages} {
		*to = binary.LittleEndian.Uint64(page[headerBytes-8*(3-i):])
	}
	if h.homes == 0 || h.pages <= h.homes || size != int64(h.pages)*pageSize {
		return h, fmt.Errorf("%d bytes where page 0 says %d pages: %w", size, h.pages, errDamaged)
	}
	return h, nil
}

// placing is where every entry of a new file is.
type placing struct {
	directHeader
	page     []uint64 // home page of entry i
	chain    []uint64 // first page of its chain, 0 without one
	overflow []bool   // by home page: some entry went on to the next one
}

// recordBytes is how many bytes the record of an entry takes in its home page, and
// whether it is long.
func recordBytes(key, value string) (n int, long bool) {
	var b [2 * binary.MaxVarintLen64]byte
	n = len(appendLengths(b[:0], key, value, false))
	if n+len(key)+len(value) > longRecord {
		return n + 16, true
	}
	return n + len(key) + len(value), false
}

func appendLengths(b []byte, key, value string, long bool) []byte {
	mark := uint64(0)
	if long {
		mark = 1
	}
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(len(key))<<1|mark), uint64(len(value)))
}

// place decides where the entries are. Each finds room: where none had room for a
// record of 512 bytes and its head, the load would be above 0.86.
func place(e Entries) placing {
	n := e.Keys.Len()
	p := placing{directHeader: headerOf(e.Sum()), page: make([]uint64, n), chain: make([]uint64, n)}
	p.entries = uint64(n)
	total := 0
	for i := range n {
		size, _ := recordBytes(e.Keys.At(i), e.Values.At(i))
		total += size
	}
	p.homes = max(1, uint64(math.Ceil(float64(total)/(mostLoad*pageRoom))))
	p.pages = 1 + p.homes
	p.overflow = make([]bool, 1+p.homes)
	used := make([]int, 1+p.homes)
	for i := range n {
		key, value := e.Keys.At(i), e.Values.At(i)
		size, long := recordBytes(key, value)
		at := p.home(xxhash.Sum64String(key))
		for used[at]+size > pageRoom {
			p.overflow[at] = true
			at = p.next(at)
		}
		used[at] += size
		p.page[i] = at
		if long {
			p.chain[i] = p.pages
			p.pages += chainPages(len(key) + len(value))
		}
	}
	return p
}

func chainPages(bytes int) uint64 { return uint64((bytes + chainRoom - 1) / chainRoom) }

// byPage are the numbers of the entries by their pages, and where those of each page
// begin among them.
func (p *placing) byPage() (order []int, begin []int) {
	begin = make([]int, p.homes+3)
	for _, at := range p.page {
		begin[at+2]++
	}
	for i := 2; i < len(begin); i++ {
		begin[i] += begin[i-1]
	}
	order = make([]int, len(p.page))
	for i, at := range p.page {
		order[begin[at+1]] = i
		begin[at+1]++
	}
	return order, begin
}

// writeDirect writes a file of the entries.
func writeDirect(ctx context.Context, name string, e Entries) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	p := place(e)
	page := make([]byte, pageSize)
	p.encode(page)
	if _, err := w.Write(page); err != nil {
		return err
	}
	order, begin := p.byPage()
	for number := uint64(1); number <= p.homes; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.homePage(page, number, e, order[begin[number]:begin[number+1]])
		if _, err := w.Write(page); err != nil {
			return err
		}
	}
	for i, first := range p.chain {
		if first == 0 {
			continue
		}
		if err := p.writeChain(w, page, first, e.Keys.At(i)+e.Values.At(i)); err != nil {
			return err
		}
	}
	return w.Flush()
}

// homePage fills a page with the entries.
func (p *placing) homePage(page []byte, number uint64, e Entries, entries []int) {
	clear(page)
	b := page[:homeHead]
	for _, i := range entries {
		key, value := e.Keys.At(i), e.Values.At(i)
		b = appendLengths(b, key, value, p.chain[i] != 0)
		if p.chain[i] != 0 {
			b = binary.LittleEndian.AppendUint64(b, xxhash.Sum64String(key))
			b = binary.LittleEndian.AppendUint64(b, p.chain[i])
		} else {
			b = append(append(b, key...), value...)
		}
	}
	binary.LittleEndian.PutUint16(page[pageHead:], uint16(len(b)-homeHead))
	if p.overflow[number] {
		page[pageHead+2] = 1
	}
	binary.LittleEndian.PutUint32(page, p.checksum(number, page))
}

func (p *placing) writeChain(w io.Writer, page []byte, number uint64, text string) error {
	for ; text != ""; number++ {
		clear(page)
		text = text[copy(page[pageHead:], text):]
		binary.LittleEndian.PutUint32(page, p.checksum(number, page))
		if _, err := w.Write(page); err != nil {
			return err
		}
	}
	return nil
}

// checkDirect reads a whole file, by way of the cache, and returns its header. The
// error wraps errDamaged where it is not as it was written.
func checkDirect(ctx context.Context, name, sum string) (directHeader, error) {
	var h directHeader
	f, err := os.Open(name)
	if err != nil {
		return h, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return h, err
	}
	r := bufio.NewReaderSize(f, 1<<20)
	page := make([]byte, pageSize)
	for number := uint64(0); number == 0 || number < h.pages; number++ {
		if _, err := io.ReadFull(r, page); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return h, fmt.Errorf("page %d is not whole: %w", number, errDamaged)
		} else if err != nil {
			return h, err
		}
		if number == 0 {
			h, err = decodeHeader(page, sum, info.Size())
		} else {
			err = h.checkPage(number, page)
		}
		if err := errors.Join(err, ctx.Err()); err != nil {
			return h, err
		}
	}
	return h, nil
}
