/** JSON, or a JSON value on each line, with its numbers as they are written. */
import { Unreadable } from '../../unreadable.ts'
import type { Json } from './json-records.ts'

export function parseJson(text: string): Json {
  try {
    return parse(text)
  } catch (whole) {
    try {
      return text.split('\n').flatMap((line) => (line.trim() ? [parse(line)] : []))
    } catch {
      throw new Unreadable(`The file is not valid JSON: ${(whole as Error).message.split('\n')[0]}`)
    }
  }
}

/** Figures that would be written in another way once they are numbers: long ones, 1.10, 1e21. */
const CHANGING = /\d{16}|\.\d*0(?!\d)|\d[eE][+-]?\d|-0(?![\d.])|\.\d{15}/

/** Those of accounts have more figures than a number keeps. */
function parse(text: string): Json {
  if (!CHANGING.test(text)) return JSON.parse(text)
  try {
    return JSON.parse(text, ((_: string, value: Json, { source }: { source?: string }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? source
        : value) as never)
  } catch (error) {
    // Looking at each value takes the call stack, which nothing else here does.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}
