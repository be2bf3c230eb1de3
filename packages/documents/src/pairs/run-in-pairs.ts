/**
 * Paragraphs or items that begin with their own name in bold: "Check-out: until 11:00." Several of them under one heading are each a
 * thing of its own, asked by the heading and the name.
 */
import type { Block } from '../document/document.ts'
import { isQuestion, labelOf, listMarkChars, numberMarkChars } from '../document/question-marks.ts'
import type { QuestionWriter } from '../document/section-question.ts'
import { type Drafting, hasContent, lastOfAnswer, takePair } from './draft.ts'

/** One or two may be there for emphasis. */
const FEWEST = 3
const NAME_CHARS = 60
const NAME_WORDS = 8
/** What names no thing but the kind of remark. */
const REMARK =
  /^(?:note|notes|nb|tip|hint|warning|caution|important|attention|example|remember|hinweis|achtung|wichtig|warnung|beispiel|tipp|nota|aviso|importante|ejemplo|consejo|remarque|exemple|conseil|attenzione|esempio|注意|提示|警告|重要|例|备注|説明|补充)\b|^(?:注意|提示|警告|重要|备注|补充|참고|주의)/iu

interface RunIn {
  readonly name: string
  readonly isMarked: boolean
}

export function takeRunIns(drafting: Drafting, questions: QuestionWriter): void {
  const { blocks } = drafting.document
  const found = blocks.map((block, i) => (drafting.taken[i] ? undefined : runInOf(block)))
  const marked = new Map<string, number>()
  for (const [i, runIn] of found.entries())
    if (runIn?.isMarked) marked.set(sectionOf(blocks[i]!), (marked.get(sectionOf(blocks[i]!)) ?? 0) + 1)
  const isOne = (i: number) => !!found[i] && (marked.get(sectionOf(blocks[i]!)) ?? 0) >= FEWEST
  for (const [i, block] of blocks.entries()) {
    if (drafting.taken[i] || !isOne(i)) continue
    const last = lastOfAnswer(drafting, i, (next) => {
      const { kind } = blocks[next]!
      return (
        isOne(next) ||
        (block.kind === 'item' && kind === 'paragraph') ||
        kind === 'summary' ||
        kind === 'term'
      )
    })
    takePair(drafting, {
      question: questions.under(block.path, found[i]!.name),
      first: i,
      last,
      answerStart: block.start + listMarkChars(block.text),
      how: 'structure',
    })
  }
}

const sectionOf = ({ path, piece, group }: Block) => JSON.stringify([path, piece, group])

function runInOf({ kind, text, boldChars = 0 }: Block): RunIn | undefined {
  if ((kind !== 'paragraph' && kind !== 'item') || boldChars === 0 || boldChars >= text.length)
    return undefined
  // Steps belong together, whatever is bold in them.
  if (numberMarkChars(text) > 0 || labelOf(text)) return undefined
  const bold = text.slice(listMarkChars(text), boldChars)
  const lead = bold.trim()
  const rest = text.slice(boldChars)
  const name = lead.replace(/\s*[:：.。–—-]+$/u, '')
  const isOwnLine = bold.endsWith('\n') || /^[ \t]*\n/.test(rest)
  // In a list, what begins anew after the bold words is not part of their sentence.
  const beginsAnew = kind === 'item' && /^\p{Lu}/u.test(name) && /^\s+\p{Lu}\S*\s+\S+\s/u.test(rest)
  const isMarked = name !== lead || isOwnLine || beginsAnew || /^\s*[:：–—]|^\s+-\s/u.test(rest)
  if (!isMarked && /^\s*[,;)]/u.test(rest)) return undefined
  if (!name || name.length > NAME_CHARS || name.split(/\s+/).length > NAME_WORDS) return undefined
  if (!/\p{L}/u.test(name) || isQuestion(lead) || REMARK.test(name) || !hasContent(rest)) return undefined
  return { name, isMarked }
}
