// Files made to hang, swell or crash a reader end in a reason, within limits, and leave the converter working.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { slowMarkdown } from '../../../documents/test/hostile-files.ts'
import { staffHandbookDocx, twoColumnPdf } from '../../../documents/test/made-documents.ts'
import { paragraph, writeDocx } from '../../../documents/test/write-docx.ts'
import { assemblePdf } from '../../../documents/test/write-pdf.ts'
import { createFileReader, type FileReaderOptions } from '../../src/knowledge/file-reader.ts'

const INPUT = { agentId: 'a', chunkTokens: 600 }
const LIMITS = { questionChars: 2000, answerChars: 20_000, pairs: 50_000 }

const converters: ReturnType<typeof createFileReader>[] = []
const start = (options: Omit<FileReaderOptions, 'limits'>) => {
  const converter = createFileReader({ limits: LIMITS, ...options })
  converters.push(converter)
  return converter
}
const shared = start({ inflatedBytes: 20_000_000, pages: 500 })
after(() => Promise.all(converters.map((converter) => converter.close())))

async function reasonOf(bytes: Uint8Array | string, fileName: string, converter = shared): Promise<string> {
  const source = typeof bytes === 'string' ? strToU8(bytes) : bytes
  const result = await converter.convert({ ...INPUT, bytes: source, fileName })
  assert.ok('reason' in result, `${fileName} was converted`)
  return result.reason
}

async function pairsOf(bytes: Uint8Array | string, fileName: string, converter = shared) {
  const source = typeof bytes === 'string' ? strToU8(bytes) : bytes
  const result = await converter.convert({ ...INPUT, bytes: source, fileName })
  assert.ok('converted' in result, 'reason' in result ? result.reason : '')
  return result.converted.pairs
}

describe('archives', () => {
  it('a DOCX that unpacks to more than the limit is refused, whatever sizes it claims', async () => {
    const bomb = writeDocx('', { 'word/document.xml': new Uint8Array(60_000_000) })
    const lying = new Uint8Array(bomb)
    const view = new DataView(lying.buffer)
    for (let at = 0; at < lying.length - 46; at++) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
    }
    assert.match(await reasonOf(bomb, 'bomb.docx'), /unpacks to more than 20 MB/)
    assert.match(await reasonOf(lying, 'lying.docx'), /damaged/)
  })

  it('the limit is on all entries together', async () => {
    const blank = strToU8(`<a>${' '.repeat(6_000_000)}</a>`)
    const names = ['styles', 'numbering', 'footnotes', 'endnotes']
    const parts = Object.fromEntries(names.map((name) => [`word/${name}.xml`, blank]))
    assert.match(
      await reasonOf(writeDocx(paragraph('Hello.'), parts), 'many.docx'),
      /unpacks to more than 20 MB/,
    )
  })

  it('pictures are not unpacked at all', async () => {
    const docx = writeDocx(paragraph('The office opens at nine in the morning.'), {
      'word/media/image1.png': new Uint8Array(60_000_000),
    })
    assert.equal((await pairsOf(docx, 'pictures.docx')).length, 1)
  })

  it('an archive of very many entries is refused', async () => {
    const entries = Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`f${i}`, new Uint8Array(0)]))
    assert.match(await reasonOf(zipSync(entries), 'many.docx'), /archive of 12000 entries/)
  })

  it('an XML entity bomb is refused before it is parsed', async () => {
    const lol = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const xml = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${lol}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&l12;</w:t></w:r></w:p></w:body></w:document>`
    assert.match(
      await reasonOf(writeDocx('', { 'word/document.xml': strToU8(xml) }), 'bomb.docx'),
      /declares a document type with entities/,
    )
  })

  it('Word XML nested without end is refused', async () => {
    const deep = '<w:sdt><w:sdtContent>'.repeat(20_000) + '</w:sdtContent></w:sdt>'.repeat(20_000)
    assert.match(await reasonOf(writeDocx(deep), 'deep.docx'), /nested more than|damaged|MB of memory/)
  })

  it('presentations and other archives are named for what they are', async () => {
    assert.match(
      await reasonOf(zipSync({ 'ppt/presentation.xml': strToU8('<x/>') }), 'a.docx'),
      /presentation/,
    )
    assert.match(await reasonOf(zipSync({ 'a.txt': strToU8('x') }), 'a.zip'), /ZIP archive/)
  })
})

describe('PDF', () => {
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

  it('a page tree that loops ends in a reason', async () => {
    const looping = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 4 >>',
      '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 4 >>',
      font,
    ])
    assert.match(await reasonOf(looping, 'loop.pdf'), /damaged/)
  })

  it('a PDF with the same page 100,000 times over is refused at once', async () => {
    const repeating = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      font,
    ])
    assert.match(await reasonOf(repeating, 'pages.pdf'), /100000 pages; at most 500/)
  })

  it('a PDF that only claims 100,000 pages is read for the one it has', async () => {
    const claiming = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 100000 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
      font,
      '<< /Length 62 >>\nstream\nBT /F1 10 Tf 60 700 Td (The ferry leaves every hour.) Tj ET     \nendstream',
    ])
    assert.equal((await pairsOf(claiming, 'claims.pdf'))[0]?.answer, 'The ferry leaves every hour.')
  })

  it('a PDF of pictures is told to need text recognition, and an empty one is not', async () => {
    const pages = (more: string, ...objects: string[]) =>
      assemblePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${more} >>`,
        ...objects,
      ])
    const picture = 'q 550 0 0 800 20 20 cm BI /W 2 /H 2 /CS /G /BPC 8 ID abcd EI Q'
    const scan = pages('/Contents 4 0 R', `<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`)
    assert.match(await reasonOf(scan, 'scan.pdf'), /scan.*OCR/)
    assert.match(await reasonOf(pages(''), 'blank.pdf'), /no text: its pages are empty/)
  })

  it('a stream that refers to itself for its length ends in a reason', async () => {
    const self = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
      '<< /Length 4 0 R >>\nstream\nBT ET\nendstream',
    ])
    assert.match(await reasonOf(self, 'self.pdf'), /no text|damaged/)
  })

  it('truncated at any place it gives a reason or what could be read', async () => {
    const whole = twoColumnPdf()
    for (const share of [0.01, 0.2, 0.5, 0.9]) {
      const result = await shared.convert({
        ...INPUT,
        bytes: whole.slice(0, Math.ceil(whole.length * share)),
        fileName: 'cut.pdf',
      })
      assert.ok('converted' in result ? result.converted.pairs.length > 0 : result.reason.length > 20)
    }
  })
})

describe('HTML, JSON and text', () => {
  it('HTML 900 levels deep, where browsers stop at 512, is read like any other', async () => {
    const deep = `<html><body>${'<div>'.repeat(900)}<h1>Depth</h1><p>The water is four metres deep here.</p>`
    const pairs = await pairsOf(deep, 'deep.html')
    assert.equal(pairs[0]?.answer, 'The water is four metres deep here.')
  })

  it('HTML nested beyond all measure is refused', async () => {
    assert.match(
      await reasonOf(`<html><body>${'<div>'.repeat(30_000)}`, 'deeper.html'),
      /nested more than|no text/,
    )
  })

  it('nested quotes, lists and brackets without end give a reason or a result', async () => {
    for (const text of ['> '.repeat(5000), '- '.repeat(5000), '['.repeat(20_000), '*a '.repeat(20_000)]) {
      const result = await shared.convert({
        ...INPUT,
        bytes: strToU8(`# A\n\nText here.\n\n${text}`),
        fileName: 'a.md',
      })
      assert.ok('converted' in result || result.reason.length > 10)
    }
  })

  it('a parser that breaks down is told in plain words, without names of errors', async () => {
    assert.equal(
      await reasonOf(`# A\n\nText here.\n\n${'> '.repeat(5000)}`, 'a.md'),
      'The file is nested too deeply to be read.',
    )
  })

  it('JSON nested 100,000 levels deep is refused before it is parsed', async () => {
    const json = `${'['.repeat(100_000)}"The answer is here."${']'.repeat(100_000)}`
    const result = await shared.convert({ ...INPUT, bytes: strToU8(json), fileName: 'deep.json' })
    assert.match('reason' in result ? result.reason : '', /nested more than 500 levels deep/)
  })

  it('brackets inside the strings of JSON are no levels', async () => {
    const json = JSON.stringify([{ question: 'Which brackets?', answer: `These: \\"${'['.repeat(600)}` }])
    const result = await shared.convert({ ...INPUT, bytes: strToU8(json), fileName: 'flat.json' })
    assert.ok('converted' in result)
  })

  it('random bytes under any name are refused', async () => {
    const bytes = new Uint8Array(5000)
    let seed = 7
    for (let i = 0; i < bytes.length; i++) {
      seed = (seed * 1103515245 + 12345) % 2147483648
      bytes[i] = seed >> 16
    }
    for (const name of ['a.pdf', 'a.docx', 'a.html', 'a.md', 'a.txt', 'a.json', 'a.csv', 'a']) {
      assert.match(await reasonOf(bytes.slice(), name), /damaged, or text in no encoding/)
    }
  })

  it('empty and blank files say so', async () => {
    assert.match(await reasonOf('', 'a.txt'), /empty/)
    assert.match(await reasonOf(' \n\n\t', 'a.md'), /blanks/)
    assert.match(await reasonOf('{}', 'a.json'), /no text/)
    assert.match(
      await reasonOf('<html><body><nav><a href="/">Home</a></nav></body></html>', 'a.html'),
      /no text/,
    )
  })
})

describe('names and ends', () => {
  it('a wrong extension does no harm where the content is clear', async () => {
    assert.equal((await pairsOf(twoColumnPdf(), 'bulletin.docx')).length, 6)
    assert.equal((await pairsOf(staffHandbookDocx(), 'handbook.pdf')).length, 7)
    const html = '<!doctype html><h1>Opening hours</h1><p>From nine to five.</p>'
    assert.equal((await pairsOf(html, 'hours.txt'))[0]?.question, 'Opening hours')
    assert.equal(
      (await pairsOf('Q: When?\nA: Now, and not later.', 'faq.pdf'))[0]?.answer,
      'Now, and not later.',
    )
    assert.equal((await pairsOf('[{"q":"Who?","a":"All of us."}]', 'faq.md'))[0]?.answer, 'All of us.')
  })

  it('a DOCX cut off on its way is refused', async () => {
    const whole = staffHandbookDocx()
    assert.match(await reasonOf(whole.slice(0, whole.length - 200), 'cut.docx'), /cut off|damaged/)
  })

  it('pictures and old formats are named', async () => {
    assert.match(await reasonOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'a.pdf'), /PNG/)
    assert.match(
      await reasonOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'a.doc'),
      /\.docx/,
    )
    assert.match(await reasonOf('{\\rtf1 hello}', 'a.rtf'), /RTF/)
  })

  it('a file that takes too long is given up, and the next one is converted', async () => {
    const hasty = start({ timeoutMs: 1500 })
    const result = await hasty.convert({ ...INPUT, bytes: strToU8(slowMarkdown()), fileName: 'slow.md' })
    assert.ok('reason' in result)
    assert.match(result.reason, /longer than/)
    assert.equal((await pairsOf('Q: When?\nA: Now, and not later.', 'a.txt', hasty)).length, 1)
  })

  it('a file that takes too much memory is given up, and the next one is converted', async () => {
    const large = `<html><body>${'<p>a</p>'.repeat(1_200_000)}`
    assert.match(await reasonOf(large, 'large.html'), /more than the [23]00 MB of memory/)
    assert.equal((await pairsOf('Q: When?\nA: Now, and not later.', 'a.txt')).length, 1)
  })
})
