/** Tells by its header what a column holds. The names of columns are in the files of the languages. */
import { columnNames } from '@tandem/languages/column-names'

export type Role = 'question' | 'answer' | 'similar' | 'keywords'

interface Names {
  /** Nothing else is called this. */
  readonly sure: ReadonlySet<string>
  /** Taken when no column has a sure name. */
  readonly likely: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

const names: Readonly<Record<Role, Names>> = {
  question: { sure: columnNames('question'), likely: columnNames('maybeQuestion') },
  answer: { sure: columnNames('answer'), likely: columnNames('maybeAnswer') },
  similar: { sure: columnNames('similar'), likely: none },
  keywords: { sure: columnNames('keywords'), likely: none },
}

export interface NamedColumn {
  readonly role: Role
  readonly isSure: boolean
}

/** What a header cell names, if anything: `Question 2 (required):` is a question. */
export function columnNamed(header: string): NamedColumn | undefined {
  // A heading does not ask; without this, a question "A?" would be taken for the column A.
  if (/[?？]/.test(header)) return undefined
  const plain = plainName(header)
  const numberless = plain.replace(/ ?\d{1,2}$/u, '')
  for (const name of [plain, numberless]) {
    for (const role of ['similar', 'keywords', 'question', 'answer'] as const) {
      if (names[role].sure.has(name)) return { role, isSure: true }
      if (names[role].likely.has(name)) return { role, isSure: false }
    }
  }
  return undefined
}

const GUESS_WORDS = 4
const GUESS_CHARS = 40
/** A column about questions or answers, and not of them: "Question ID", "response time". */
const ABOUT =
  /\b(?:ids?|no|nr|number|count|date|datum|time|zeit|type|typ|kind|category|kategorie|status|state|url|link|source|quelle|score|rating|language|sprache|author|autor|by|tags?|length|code|group)\b|类型|類型|分类|分類|编号|編號|时间|時間|日期|状态|狀態|来源|來源|链接|連結|序号|数量|語言|语言|番号|種類|日時|번호|유형|날짜/u
const WRITTEN_TOGETHER = {
  question: /frage$|fragen$|问题|提问|問題|質問|问句|질문/u,
  answer: /antwort$|antworten$|答案|回答|答复|答覆|回复|回覆|답변/u,
}

/** What a header cell seems to name by a word in it: "Customer question", "Agent reply", "Kundenfrage", 用户提问. */
export function columnGuessed(header: string): 'question' | 'answer' | undefined {
  if (/[?？.!。！]|[:：]\s*\S/.test(header) || header.trim().length > GUESS_CHARS) return undefined
  const plain = plainName(header)
  const words = plain.split(' ')
  if (words.length > GUESS_WORDS || ABOUT.test(plain)) return undefined
  const named = (['question', 'answer'] as const).filter((role) =>
    words.some((word) => names[role].sure.has(word) || WRITTEN_TOGETHER[role].test(word)),
  )
  return named.length === 1 ? named[0] : undefined
}

function plainName(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[（(［[【][\s\S]*$/u, '')
    .replace(/[_\-\s]+/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .trim()
}
