/** Asks a model for an answer from numbered sources, streams its text, and collects the sources it cites and the tools it calls. */
import { z } from 'zod'
import type { ChatModel, ModelUsage, ToolSpec } from '../../models/chat-model.ts'
import { NO_USAGE } from '../../models/chat-usage.ts'
import { type ModelFailure, modelFailure } from '../../models/failure.ts'
import { type Piece, piece } from '../turn.ts'
import { createMarkReader } from './citation-marks.ts'
import { newFence, type PromptInput, promptOf } from './prompt.ts'

interface ModelAsk {
  readonly prompt: PromptInput
  /** Whether the marks of sources stay in the text. */
  readonly keepMarks: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface ModelAnswer {
  readonly text: string
  /** Numbers of the cited sources, from 1. */
  readonly cited: readonly number[]
  /** The model says that it has no answer. */
  readonly saysNone: boolean
  /** The model says that no source was needed. */
  readonly isTalk: boolean
  readonly wantsPerson: boolean
  readonly usage: ModelUsage
  readonly finish: string
  readonly failure: ModelFailure | undefined
}

const reasons = ['user_wants_person', 'cannot_answer'] as const

const noAnswer: ToolSpec = {
  name: 'no_answer',
  description: 'Says that the sources hold no answer to the newest message of the user.',
  input: z.object({}),
}
const handOver: ToolSpec = {
  name: 'hand_over_to_person',
  description: 'Hands the conversation over to a person of the team.',
  // A reason that the model makes up must not fail the call: the user still gets a person.
  input: z.object({ reason: z.enum(reasons).optional().catch(undefined) }),
}

/** Far more than anybody reads. A model that does not stop by itself is cut off here. */
const MOST_ANSWER_CHARS = 32_000

/** Models whose endpoint refuses requests with tools. Marks in the text take the place of the tools. */
const withoutTools = new WeakSet<ChatModel>()

/** Yields text that can be shown. The pieces since the last `anew`, joined, equal the returned `text`. */
export async function* askModel(model: ChatModel, ask: ModelAsk): AsyncGenerator<Piece, ModelAnswer> {
  if (withoutTools.has(model)) return yield* attempt(model, ask, true)
  const answer = yield* attempt(model, ask, false)
  if (!mayRefuseTools(answer.failure) || answer.text !== '') return answer
  const again = yield* attempt(model, ask, true)
  if (again.failure) return { ...again, failure: answer.failure }
  withoutTools.add(model)
  return again
}

/** Whether the endpoint may have refused the request because of its tools. A wrong key or path fails without tools too. */
function mayRefuseTools(failure: ModelFailure | undefined): boolean {
  if (failure?.kind !== 'refused') return false
  const { status, reason } = failure
  return status === 400 || status === 422 || /\btools?\b/i.test(reason)
}

async function* attempt(
  model: ChatModel,
  { prompt, keepMarks, timeoutMs, signal }: ModelAsk,
  hidesTools: boolean,
): AsyncGenerator<Piece, ModelAnswer> {
  const fence = newFence()
  const newReaders = () => ({
    fences: createFenceCutter(fence),
    marks: createMarkReader({ keep: keepMarks, sources: prompt.sources.length }),
    characters: joinCharacters(),
  })
  let { fences, marks, characters } = newReaders()
  const tools = prompt.canHandOver ? [noAnswer, handOver] : [noAnswer]
  const limits = { maxOutputChars: MOST_ANSWER_CHARS, timeoutMs }
  const request = { ...promptOf(prompt, fence), tools, hidesTools, ...limits, signal }
  let text = ''
  let calledNone = false
  let calledPerson = false
  let usage = NO_USAGE
  let finish = ''
  let failure: ModelFailure | undefined
  for await (const part of model.stream(request)) {
    if (part.kind === 'text') {
      const shown = marks.push(fences.push(characters.push(part.text)))
      text += shown
      if (shown !== '') yield piece(shown)
    } else if (part.kind === 'anew') {
      ;({ fences, marks, characters } = newReaders())
      if (text !== '') yield part
      text = ''
    } else if (part.kind === 'tool') {
      if (part.name === noAnswer.name) calledNone = true
      else if (part.name === handOver.name) {
        calledPerson = true
        calledNone ||= (part.input as { reason?: string } | null)?.reason === 'cannot_answer'
      }
    } else {
      usage = part.usage
      if (part.kind === 'end') finish = part.finish
      else failure = part.failure
    }
  }
  const rest = marks.push(fences.push(characters.end()) + fences.end()) + marks.end()
  text += rest
  if (rest !== '') yield piece(rest)
  const { cited, words } = marks
  const saysNone = calledNone || words.none
  const wantsPerson = prompt.canHandOver && (calledPerson || words.person)
  if (!failure && text === '' && !saysNone && !wantsPerson) {
    failure = modelFailure('bad_answer', 'The model answered nothing.')
  }
  return { text, cited, saysNone, isTalk: words.talk, wantsPerson, usage, finish, failure }
}

/** Joins surrogate pairs that a stream cut in two. Drops U+0000 and replaces lone surrogates, because no database stores them. */
function joinCharacters() {
  let half = ''
  return {
    push(text: string): string {
      const all = (half + text).replaceAll('\0', '')
      half = /[\ud800-\udbff]$/.exec(all)?.[0] ?? ''
      return all.slice(0, all.length - half.length).toWellFormed()
    },
    end: () => half.toWellFormed(),
  }
}

const MAX_LABEL_CHARS = 60
const LINE = /<<(?:data|end) [^>\n]{1,120}>>/g

/**
 * Removes the fence lines of the prompt from a streamed answer, in case the model repeats them. The fence is a random word of
 * this turn, so no other text looks like one. Text that may be the beginning of a fence line is held back until that is clear.
 */
function createFenceCutter(fence: string) {
  const leads = ['data', 'end'].map((word) => `<<${word} ${fence}`)
  let held = ''

  const mayBecomeLine = (tail: string) =>
    leads.some(
      (lead) =>
        lead.startsWith(tail) ||
        (tail.startsWith(lead) && /^[^>\n]*>?$/.test(tail) && tail.length < lead.length + MAX_LABEL_CHARS),
    )

  return {
    push(text: string): string {
      const all = (held + text).replace(LINE, (line) =>
        leads.some((lead) => line.startsWith(lead)) ? '' : line,
      )
      const at = all.endsWith('<') && !all.endsWith('<<') ? all.length - 1 : all.lastIndexOf('<<')
      const isHeld = at !== -1 && mayBecomeLine(all.slice(at))
      held = isHeld ? all.slice(at) : ''
      return isHeld ? all.slice(0, at) : all
    },
    /** Returns the held text, which is no fence line. */
    end(): string {
      const rest = held
      held = ''
      return rest
    },
  }
}
