// Files made to do harm to who reads them, for tests.
import { deflateSync } from 'node:zlib'
import { strToU8 } from 'fflate'
import { paragraph, writeDocx } from './write-docx.ts'
import { assemblePdf } from './write-pdf.ts'

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGE = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'

let zipBomb: Uint8Array | undefined

/** Made once, since packing takes longer than refusing. */
export function zipBombDocx(): Uint8Array {
  zipBomb ??= writeDocx('', { 'word/document.xml': new Uint8Array(110_000_000) })
  return zipBomb
}

/** The same, with a directory that says a thousand bytes. */
export function lyingBombDocx(): Uint8Array {
  const lying = new Uint8Array(zipBombDocx())
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 46; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
  }
  return lying
}

export function entityBombDocx(): Uint8Array {
  const entities = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`)
  const xml = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${entities.join('')}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('&l12;').replace('&amp;', '&')}</w:body></w:document>`
  return writeDocx('', { 'word/document.xml': strToU8(xml) })
}

export function loopingPdf(): Uint8Array {
  return assemblePdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 4 >>',
    '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 4 >>',
    FONT,
  ])
}

export function manyPagesPdf(): Uint8Array {
  return assemblePdf([
    CATALOGUE,
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>`,
    PAGE,
    FONT,
  ])
}

export function swellingPdf(): Uint8Array {
  const packed = deflateSync(deflateSync(Buffer.alloc(200_000_000, ' ')))
  return assemblePdf([
    CATALOGUE,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ])
}

export function deepHtml(levels: number): string {
  return `<html><body>${'<div>'.repeat(levels)}<h1>Depth</h1><p>The water is four metres deep here.</p>`
}

/** Markdown's reader takes time by the square of a list's length; this one takes it more than a minute. */
export function slowMarkdown(): string {
  return '- a\n'.repeat(400_000)
}
