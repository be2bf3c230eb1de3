/** Footnotes of a Word document, which stand in a list at its end: each is read behind the paragraph that refers to it. */
import { attribute, type Element, textBelow } from './html-tree.ts'
import type { PageIds } from './question-box.ts'

export interface Footnotes {
  /** Notes a link that may refer to one. */
  see(link: Element): void
  /** Those referred to since, each given once. */
  take(): Element[]
  /** What a note begins with, "[1] "; empty for any other element. */
  markOf(element: Element): string
  /** A note that stands elsewhere by now, or the way back from one. */
  isDone(element: Element): boolean
}

export function createFootnotes(ids: PageIds): Footnotes {
  const marks = new Map<Element, string>()
  const read = new Set<Element>()
  let waiting: Element[] = []
  return {
    see(link) {
      if (!/^(?:foot|end)note-ref-/.test(attribute(link, 'id'))) return
      const note = ids.get(attribute(link, 'href').slice(1))
      if (!note || marks.has(note)) return
      marks.set(note, `${textBelow(link, 20)} `)
      waiting.push(note)
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
    markOf: (element) => marks.get(element) ?? '',
    isDone(element) {
      if (element.tagName === 'a') return /^#(?:foot|end)note-ref-/.test(attribute(element, 'href'))
      if (!marks.has(element)) return false
      if (read.has(element)) return true
      read.add(element)
      return false
    },
  }
}
