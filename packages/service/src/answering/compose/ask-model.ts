/** The answer that a model writes: grounded in numbered sources, streamed, and judged by what the model marks and calls. */
import { z } from 'zod'
import type { ChatModel, ModelUsage, ToolSpec } from '../../models/chat-model.ts'
import { type ModelFailure, modelFailure } from '../../models/failure.ts'
import { type Piece, piece } from '../turn.ts'
import { createMarkReader } from './citation-marks.ts'
import { newFence, type PromptInput, promptOf } from './prompt.ts'

interface ModelAsk {
  readonly prompt: PromptInput
  /** Whether marks of sources stay in the text. */
  readonly keepMarks: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface ModelAnswer {
  readonly text: string
  /** Numbers of the sources it marked, from 1. */
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
  // A reason of its own invention is no reason to leave the user alone.
  input: z.object({ reason: z.enum(reasons).optional().catch(undefined) }),
}

/** Far more than anybody reads; a model that goes on and on is stopped there. */
const MOST_ANSWER_CHARS = 32_000

/** Some endpoints refuse every request that offers tools; marks do without them. */
const withoutTools = new WeakSet<ChatModel>()

/** Yields the text as it can be shown; what it yielded and did not void, joined, is `text`. */
export async function* askModel(model: ChatModel, ask: ModelAsk): AsyncGenerator<Piece, ModelAnswer> {
  if (withoutTools.has(model)) return yield* attempt(model, ask, true)
  const answer = yield* attempt(model, ask, false)
  if (!mayBeTools(answer.failure) || answer.text !== '') return answer
  const again = yield* attempt(model, ask, true)
  if (again.failure) return { ...again, failure: answer.failure }
  withoutTools.add(model)
  return again
}

/** Whether the request may have been refused for the tools it offers; a wrong key or a wrong path is wrong without them too. */
function mayBeTools(failure: ModelFailure | undefined): boolean {
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
  let usage: ModelUsage = { promptTokens: 0, completionTokens: 0, reasoningTokens: 0, isReported: false }
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

/** Joins characters that a stream cut in two, and drops what no store takes: half characters and U+0000. */
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
 * Cuts the fences of the prompt's data out of a streamed answer, should a model repeat them. The fence is a random word of this
 * turn, so nothing else can look like them. The beginning of a line that may be one is held back until it is clear.
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
    /** Returns the held text that is no fence after all. */
    end(): string {
      const rest = held
      held = ''
      return rest
    },
  }
}
