/** The numbers that Word shows before the items of its lists: each list counts on over the text between its items. */
import { childOf, elementsIn, valOf, type XmlElement } from './docx-xml.ts'

/** Counts one more item of the list that a paragraph's properties name; undefined where they name none. */
export type CountItem = ReturnType<typeof readNumbering>

const DEEPEST = 8

export function readNumbering(part: XmlElement) {
  const all = elementsIn(childOf(part, 'w:numbering'))
  const byId = (name: string, id: string) =>
    new Map(all.filter((each) => each.name === name).map((each) => [each.attributes[id], each]))
  const [lists, kinds] = [byId('w:num', 'numId'), byId('w:abstractNum', 'abstractNumId')]
  const atLevel = (element: XmlElement | undefined, name: string, level: number) =>
    elementsIn(element).find((each) => each.name === name && Number(each.attributes.ilvl) === level)
  /** By kind of list, since lists of a kind count on from each other: the count at each level. */
  const counts = new Map<string, number[]>()
  const begun = new Set<string>()
  return (properties: XmlElement | undefined) => {
    const id = valOf(childOf(properties, 'w:numId'))
    const list = lists.get(id)
    if (!list) return undefined
    const level = Math.min(DEEPEST, Number(valOf(childOf(properties, 'w:ilvl'))) || 0)
    const kind = valOf(childOf(list, 'w:abstractNumId')) ?? ''
    const own = atLevel(kinds.get(kind), 'w:lvl', level)
    if (!own || valOf(childOf(own, 'w:numFmt')) === 'bullet') return { isOrdered: false, count: 0 }
    const counted = counts.get(kind) ?? []
    counts.set(kind, counted)
    const anew = valOf(childOf(atLevel(list, 'w:lvlOverride', level), 'w:startOverride'))
    const isAnew = anew !== undefined && begun.size < begun.add(`${id} ${level}`).size
    const before = isAnew ? undefined : counted[level]
    const count = before === undefined ? Number(anew ?? valOf(childOf(own, 'w:start')) ?? 1) : before + 1
    counted.splice(level, counted.length)
    counted[level] = count
    return { isOrdered: true, count }
  }
}
