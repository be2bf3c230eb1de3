/**
 * One turn of the agent as an async iterable: what it says to one message of the user. Knows nothing of modes, lanes or
 * HTTP. Files, models and speech that fail are part of the answer's detail; it throws only where the service itself fails
 * (its database, say) before a word was said, and may then be run again.
 */
import type { Citation } from '@tandem/contract/citation'
import { detectLanguage } from '@tandem/languages/detect-language'
import { isFollowUp } from '@tandem/languages/split-questions'
import { type DetailHit, type TurnDetail, turnDetail } from '../../conversations/message-detail.ts'
import { wholeText } from '../../conversations/send-to-user.ts'
import type { Hit, Search } from '../../knowledge/search/search-result.ts'
import { nameOf } from '../../knowledge/search/search-result.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import type { Models } from '../../models/models.ts'
import type { Tokenizer } from '../../models/tokenizer.ts'
import type { Core } from '../../platform/core.ts'
import type { EarlierDocuments } from '../files/earlier-documents.ts'
import type { AttachmentDeps } from '../files/read-attachments.ts'
import type { Composed, Heard, TurnInput, TurnPart } from '../turn.ts'
import type { Voice } from '../voice/voice.ts'
import { type Known, searchFor, settingsFor } from './fill-in.ts'
import { findGaps } from './find-gaps.ts'
import { findPairs } from './find-pairs.ts'
import { findParts } from './find-parts.ts'
import { citationOf } from './sources.ts'
import { asksInAudio, type Understood, understand } from './understand.ts'
import { usageOf } from './usage.ts'
import { answerWithModel, piecesOf, type WrittenAnswer } from './with-model.ts'
import { answerWithoutModel, type KnowledgeAnswer, OFFERED } from './without-model.ts'

export interface RespondDeps extends Pick<Core, 'log' | 'clock'> {
  readonly search: Search
  /** Properties of the user of a conversation. */
  readonly knownAbout: (conversation: TurnInput['conversation']) => Promise<Known>
  readonly models: Pick<Models, 'chat' | 'transcriber'>
  readonly attachments: AttachmentDeps
  readonly earlierDocuments: EarlierDocuments
  readonly tokenizer: Tokenizer
  readonly voice: Voice
  readonly modelTimeoutMs: number
}

/** The answer, written by a model or without one. */
type Said = Omit<KnowledgeAnswer, 'from' | 'band'> &
  Partial<Pick<KnowledgeAnswer, 'band'>> &
  Partial<Pick<WrittenAnswer, 'model' | 'usage' | 'wantsPerson'>>

export async function* respond(all: RespondDeps, given: TurnInput): AsyncGenerator<TurnPart> {
  const { deps, input } = await forUser(all, given)
  const { settings, conversation, message, config } = input
  const understood = await understand(deps, input)
  const model = settings.answering.use_model ? deps.models.chat : undefined
  const inAudio = asksInAudio(input, understood)
  if (inAudio) {
    const nothing = { spoken: [], outcome: 'small_talk' } as const
    const turn = await concluded(deps, input, understood, [], nothing, [])
    const said = { ...(turn.heard as Heard), ...inAudio }
    yield { kind: 'done', turn: { ...turn, asksForPerson: true, heard: said } }
    return
  }
  const hits = await lookUp(deps, input, understood, model)
  const asked = inLanguageOf(hits, understood, settings.answering.default_language)
  let said: Said
  let citations: readonly Citation[] = []
  if (model) {
    const written = yield* answerWithModel(deps, model, input, asked, hits)
    said = written
    const ids = { agentId: conversation.agent_id, messageId: message.id }
    if (config.citations)
      citations = written.cited.map(({ from, number, component }) =>
        citationOf(from, number, { ...ids, component }),
      )
  } else {
    const parts = await findParts(deps.search, conversation.agent_id, asked, hits, config.knowledge)
    const known = await answerWithoutModel(input, asked, hits, parts)
    said = known
    yield* piecesOf(known.spoken)
    citations = citationsOf(input, known)
  }
  yield {
    kind: 'done',
    turn: await concluded(deps, input, asked, hits, said, citations),
  }
}

/** The words of the agent with what is known about the user filled in; that is read once, where it is needed. */
async function forUser(deps: RespondDeps, input: TurnInput) {
  let reading: Promise<Known> | undefined
  const knownAbout = () => {
    reading ??= deps.knownAbout(input.conversation)
    return reading
  }
  const settings = await settingsFor(input.settings, knownAbout)
  return {
    deps: { ...deps, search: searchFor(deps.search, knownAbout), knownAbout },
    input: { ...input, settings },
  }
}

function lookUp(
  { search }: RespondDeps,
  input: TurnInput,
  { question, picked, talk }: Understood,
  model: ChatModel | undefined,
): Promise<readonly Hit[]> {
  const { conversation, settings, config } = input
  const limit = model ? Math.max(OFFERED, settings.answering.knowledge_limit) : OFFERED
  const goesOn = !talk.smallTalk && (model || isFollowUp(question))
  const before = goesOn ? lastWords(input) : undefined
  const answered = goesOn && !model ? answeredLast(input) : undefined
  const asked = { question, picked, limit, before, answered }
  return findPairs(search, conversation.agent_id, asked, config.knowledge)
}

function citationsOf({ conversation, message, config }: TurnInput, { from, several }: KnowledgeAnswer) {
  if (!config.citations || !from) return []
  const ids = { agentId: conversation.agent_id, messageId: message.id, component: 'knowledge' }
  return (several ?? [from]).map((each, i) => citationOf(each, i + 1, ids))
}

/** English is what an agent has where nobody chose: there the language of what was found is the better guess. */
function inLanguageOf(hits: readonly Hit[], understood: Understood, fallback: string): Understood {
  if (!understood.isLanguageGuessed || fallback !== 'en' || hits.length === 0) return understood
  const language = detectLanguage(hits.map(nameOf).join('\n'))
  return language === null ? understood : { ...understood, language }
}

/** The pair that was answered with last; undefined when the agent's last words were none. */
function answeredLast({ history }: TurnInput): DetailHit | undefined {
  const detail = turnDetail(history.at(-1))
  return detail?.outcome === 'answered' ? detail.hits?.[0] : undefined
}

function lastWords({ history, givenHistory }: TurnInput): string | undefined {
  return (
    givenHistory.findLast(({ role }) => role === 'user')?.text ??
    history.findLast(({ role }) => role === 'user')?.text
  )
}

async function concluded(
  { tokenizer, voice, search }: RespondDeps,
  input: TurnInput,
  understood: Understood,
  hits: readonly Hit[],
  said: Said,
  citations: readonly Citation[],
): Promise<Composed> {
  const { settings, conversation, canHandOver, signal } = input
  const { language } = understood
  const wantsVoice = settings.voice.enabled && said.spoken.length > 0 && !signal.aborted
  const voiced = wantsVoice
    ? await voice.speak(said.spoken, { agentId: conversation.agent_id, language, signal })
    : { spoken: said.spoken }
  const failure = 'failure' in voiced ? voiced.failure : undefined
  const text = wholeText(said.spoken)
  const aloud = voiced.spoken.flatMap(({ audio }) => audio?.map(({ transcript }) => transcript) ?? [])
  // A model's own count takes the place of the question and of the answer.
  const [question = 0, heard = 0, answer = 0, spoken = 0] = await tokenizer.about([
    said.usage ? '' : understood.words,
    understood.attachments.transcript,
    said.usage ? '' : text,
    aloud.join('\n'),
  ])
  const consumed = { question, heard, answer, spoken, model: said.usage }
  return {
    spoken: voiced.spoken,
    usage: usageOf(consumed, settings.prices),
    outcome: said.outcome,
    citations,
    detail: {
      ...detailOf(understood, hits, said, failure),
      ...(canHandOver && said.spoken[0]?.component === 'fallback' ? { offersPerson: true } : {}),
    },
    wantsPerson: said.wantsPerson ?? false,
    gaps: await findGaps(search, input, understood, hits, said),
    ...heardIn(understood),
  }
}

function heardIn({ words, attachments }: Understood): Pick<Composed, 'heard'> {
  if (attachments.transcript === '') return {}
  return { heard: { words, language: detectLanguage(words), files: attachments.heard } }
}

function detailOf(
  { question, language, attachments }: Understood,
  hits: readonly Hit[],
  said: Said,
  voiceFailure: string | undefined,
): TurnDetail {
  const { used, unused, transcript } = attachments
  return {
    outcome: said.outcome,
    question,
    language,
    band: said.band ?? hits[0]?.band ?? 'none',
    hits: shownHits(hits, said).map((hit) => {
      const { docId, docName, ordinal, score, confidence } = hit
      return { docId, docName, ordinal, question: nameOf(hit), score, confidence }
    }),
    ...(said.offered ? { offered: said.offered } : {}),
    ...(said.smallTalk ? { smallTalk: said.smallTalk } : {}),
    ...(said.model ? { model: said.model } : {}),
    ...(used.length > 0 ? { used } : {}),
    ...(unused.length > 0 ? { unused } : {}),
    ...(transcript === '' ? {} : { transcript }),
    ...(voiceFailure === undefined ? {} : { voiceFailure }),
  }
}

/** The hits that the answer is made of come first. */
function shownHits(hits: readonly Hit[], { several }: Said): readonly Hit[] {
  return several ? [...several, ...hits.filter((hit) => !several.includes(hit))] : hits
}
