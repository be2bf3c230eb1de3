/** Makes a message of a visitor's file, and checks its format and size. */
import { extname } from 'node:path'
import type { UserContent } from '@tandem/contract/conversation'
import { maxWebFileBytes, webFileFormats } from '@tandem/contract/web-files'
import { parameterFault } from '../../platform/fault.ts'

const kinds: Readonly<Record<(typeof webFileFormats)[number], 'image' | 'audio' | 'document'>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  mp3: 'audio',
  wav: 'audio',
  pdf: 'document',
  docx: 'document',
  xlsx: 'document',
  csv: 'document',
  txt: 'document',
  md: 'document',
}

/** The ending of the name decides the kind of the file, here and where it is shown. No kind is one that a browser would run. */
export function contentOf(name: string, base64: string, text: string | undefined): UserContent {
  const format = extname(name).slice(1).toLowerCase()
  const kind = Object.hasOwn(kinds, format) ? kinds[format as keyof typeof kinds] : undefined
  if (!kind) {
    const needed = `a name that ends in ${webFileFormats.join(', ')}`
    throw parameterFault('name', JSON.stringify(name.slice(-40)), needed)
  }
  const size = Buffer.byteLength(base64, 'base64')
  if (size > maxWebFileBytes)
    throw parameterFault('base64_content', `${size} bytes`, `at most ${maxWebFileBytes}`)
  const file = { type: kind, [kind]: [{ name, format, base64_content: base64 }] } as UserContent[number]
  return text === undefined ? [file] : [{ type: 'text', text }, file]
}
