/**
 * Converts an index to a list of arrays that can be stored, and back. Each class writes and reads its parts in one function,
 * `exchange`, which makes the same calls in the same order both ways. Typed arrays are stored as they are; hash tables, which
 * are quick to rebuild, are left out.
 */
import { BaseIndex } from './base-index.ts'
import type { Numbers } from './growing.ts'

export type Section = Numbers | Uint8Array<ArrayBuffer>

/** The sections are the arrays of the index themselves, so they are valid only until it changes. */
export function sectionsOf(index: BaseIndex): Section[] {
  const sections: Section[] = []
  index.exchange({
    isReading: false,
    numbers: ({ data, length }) => void sections.push(data.subarray(0, length)),
    value(value) {
      sections.push(Buffer.from(JSON.stringify(value)))
      return value
    },
  })
  return sections
}

/** The index owns the arrays from then on. Throws when they are not those of an index. */
export function indexOfSections(sections: readonly Section[], options: { withVectors: boolean }): BaseIndex {
  const index = new BaseIndex(options)
  let next = 0
  const take = () => {
    const section = sections[next++]
    if (!section) throw new Error(`There are ${sections.length} sections, and an index has more.`)
    return section
  }
  index.exchange({
    isReading: true,
    numbers: (numbers) => numbers.adopt(take()),
    value() {
      const { buffer, byteOffset, byteLength } = take()
      return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString())
    },
  })
  return index
}
