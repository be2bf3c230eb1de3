/**
 * An index as a list of arrays that can be kept, and the index made of such a list. Each class hands out its parts and takes
 * them back by one function, `exchange`, which makes the same calls in the same order both ways. Typed arrays go as they are;
 * what is quick to make again (tables of hashes) is left out.
 */
import { BaseIndex } from './base-index.ts'
import type { Numbers } from './growing.ts'

export type Section = Numbers | Uint8Array<ArrayBuffer>

/** The sections are the arrays of the index themselves: they are good until it changes. */
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

/** The index takes the arrays over. Throws where they are not what an index handed out. */
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
    numbers: (numbers) => numbers.take(take()),
    value() {
      const { buffer, byteOffset, byteLength } = take()
      return JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString())
    },
  })
  return index
}
