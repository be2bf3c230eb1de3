/**
 * Records of a conversation, as chat programs export them: what a customer asked and the other side answered become questions and
 * answers. Greetings, thanks and counter-questions do not.
 */

import type { DocumentBuilder } from '../../document/document.ts'
import { createLeftOut } from '../../document/left-out.ts'
import { isQuestion } from '../../document/question-marks.ts'
import { Unreadable } from '../../unreadable.ts'

export interface Chat {
  /** What stands before the first message. */
  readonly before: readonly string[]
  readonly messages: readonly Message[]
}

interface Message {
  readonly speaker: string
  readonly lines: string[]
}

const DATE = String.raw`(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[,T]?\s*)`
const CLOCK = String.raw`(?:\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?|(?:\d{1,3}\s?[hms]\s*){1,3})`
const TIME = String.raw`[\[(]?\s*${DATE}?${CLOCK}\s*[\])]?`
const NAME = String.raw`[^\s:：\[\](){}<>][^:：\[\](){}<>]{0,39}?`
/** "[03/03/2025, 10:12] Ann: …", "( 12s ) Visitor: …", "10:12 - Ann: …" */
const TIMED = new RegExp(String.raw`^${TIME}\s*[-–]?\s*(${NAME})\s*[:：]\s*(.*)$`, 'iu')
/** "Ann  10:12 AM" or "Ann (10:12):" with the message below or behind. */
const HEADED = new RegExp(String.raw`^(${NAME})\s+${TIME}\s*(?:[:：]\s*(.*))?$`, 'iu')
const NAMED = new RegExp(String.raw`^(${NAME})\s*[:：]\s+(.*)$`, 'u')

const CUSTOMER =
  /^(?:customer|client|visitor|guest|user|caller|buyer|kunde|kundin|besucher(?:in)?|gast|cliente|visitante|usuario|visiteur|utilisateur|клиент|покупатель|посетитель|客户|顾客|訪客|访客|用户|买家|お客様|顧客|고객|손님)\b|^(?:客户|顾客|访客|用户|买家|お客様|顧客|고객|손님)/iu
const OTHER_SIDE =
  /^(?:agent|support|operator|advis[oe]r|shop|service|bot|assistant|staff|team|help ?desk|seller|mitarbeiter(?:in)?|berater(?:in)?|agente|soporte|asesora?|conseill(?:er|ère)|operatore|оператор|поддержка|менеджер)\b|^(?:客服|坐席|商家|オペレーター|担当|상담원)/iu

const FEWEST_MESSAGES = 3
/** A statement of so many words may be what the customer wants. */
const STATEMENT_WORDS = 4

/** Undefined when the text is no such record. */
export function chatOf(lines: readonly string[]): Chat | undefined {
  // Long rows of blanks would make the patterns below try each of them.
  const filled = lines.map((line) => line.replace(/\s+/g, ' ')).filter(Boolean)
  for (const pattern of [TIMED, HEADED, NAMED]) {
    const chat = parse(filled, pattern)
    if (isConversation(chat.messages, filled.length, pattern === NAMED)) return chat
  }
  return undefined
}

function parse(lines: readonly string[], pattern: RegExp): Chat {
  const before: string[] = []
  const messages: Message[] = []
  for (const line of lines) {
    const [, speaker, text = ''] = (line.length <= 5000 ? pattern.exec(line) : undefined) ?? []
    if (speaker !== undefined) messages.push({ speaker: speaker.trim(), lines: text ? [text] : [] })
    else (messages.at(-1)?.lines ?? before).push(line)
  }
  return { before, messages }
}

/** Two sides or more, taking turns; without times only where both are called what they are. */
function isConversation(messages: readonly Message[], lineCount: number, isUntimed: boolean): boolean {
  if (messages.length < FEWEST_MESSAGES || messages.length < lineCount * 0.3) return false
  const speakers = messages.map(({ speaker }) => speaker)
  const unlike = new Set(speakers)
  const turns = speakers.filter((speaker, i) => i > 0 && speaker !== speakers[i - 1]).length
  if (unlike.size < 2 || turns < 2 || unlike.size > messages.length / 1.5) return false
  if (!isUntimed) return true
  const areRoles = [...unlike].every((speaker) => CUSTOMER.test(speaker) || OTHER_SIDE.test(speaker))
  return (
    areRoles &&
    speakers.some((speaker) => CUSTOMER.test(speaker)) &&
    speakers.some((speaker) => OTHER_SIDE.test(speaker))
  )
}

/** Adds each question with its answer; the rest is left out and listed. */
export function addChat(builder: DocumentBuilder, { before, messages }: Chat): void {
  const isCustomer = customersOf(messages)
  const leftOut = createLeftOut()
  for (const line of before) leftOut.add(line)
  let asked: string[] = []
  let isCounterAsked = false
  let group: number | undefined
  for (let i = 0; i < messages.length; ) {
    const side = isCustomer(messages[i]!.speaker)
    const turn: string[] = []
    for (; i < messages.length && isCustomer(messages[i]!.speaker) === side; i++)
      turn.push(messages[i]!.lines.join('\n'))
    const said = turn.filter((text) => text.trim() && !/^<[^>]*>$/.test(text.trim()))
    for (const text of turn) if (!said.includes(text)) leftOut.add(text)
    if (side) {
      const wanted = said.filter((text) => isQuestion(text) || (!isCounterAsked && isStatement(text)))
      for (const text of said) if (!wanted.includes(text)) leftOut.add(text)
      if (wanted.length > 0) {
        for (const text of asked) leftOut.add(text)
        asked = wanted
      }
    } else {
      const answers = said.filter((text) => !isQuestion(text))
      isCounterAsked = said.length > 0 && answers.length === 0
      if (asked.length > 0 && answers.length > 0) {
        group = builder.newGroup()
        builder.add('summary', asked.join(' '), { group })
        asked = []
      }
      // What is said without being asked adds to the answer before.
      const isAdded = (text: string) => group !== undefined && answers.includes(text)
      for (const text of said) {
        if (isAdded(text)) builder.add('paragraph', text, { group: group! })
        else leftOut.add(text)
      }
    }
  }
  for (const text of asked) leftOut.add(text)
  if (group === undefined)
    throw new Unreadable(
      'The file is the record of a conversation, and no question with its answer was found in it. Write them down as "Q: …" and "A: …".',
    )
  leftOut.warn(builder, 'Messages of the conversation that neither ask nor answer were left out')
}

function customersOf(messages: readonly Message[]): (speaker: string) => boolean {
  const speakers = [...new Set(messages.map(({ speaker }) => speaker))]
  const named = speakers.filter((speaker) => CUSTOMER.test(speaker))
  const others = speakers.filter((speaker) => OTHER_SIDE.test(speaker))
  const first =
    messages.find(
      ({ lines }) =>
        isQuestion(lines.join(' ')) && !/^(?:hi|hello|welcome|how can|hallo|guten)\b/iu.test(lines[0] ?? ''),
    )?.speaker ?? speakers[0]!
  const own =
    named.length > 0 ? named : others.length > 0 ? speakers.filter((each) => !others.includes(each)) : [first]
  return (speaker) => own.includes(speaker)
}

function isStatement(text: string): boolean {
  const isCjk = /[\u3040-\u9fff\uac00-\ud7a3]/u.test(text)
  if (/^(?:thank|thanks|thx|ok|okay|great|bye|danke|gracias|merci|谢谢|好的|ありがとう)/iu.test(text.trim()))
    return false
  return isCjk ? text.length >= 6 : text.trim().split(/\s+/).length >= STATEMENT_WORDS
}
