/**
 * Answers one message of the user, as an async iterable. Knows nothing of modes, lanes or HTTP. Failures of files, models and
 * speech are recorded in the detail of the answer. It throws only when the service itself fails, for example the database; the
 * turn may then run again.
 */
import type { Citation } from '@tandem/contract/citation'
import { detectLanguage } from '@tandem/languages/detect-language'
import { isFollowUp } from '@tandem/languages/split-questions'
import { type DetailHit, type TurnDetail, turnDetail } from '../../conversations/message-detail.ts'
import { wholeText } from '../../conversations/send-to-user.ts'
import { type Hit, nameOf, type Search } from '../../knowledge/search/search-result.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import type { Models } from '../../models/models.ts'
import type { Composed, Heard, TurnInput, TurnPart } from '../turn.ts'
import type { Voice } from '../voice/voice.ts'
import { searchWithFacts, settingsWithFacts, type UserFacts } from './fill-in.ts'
import { findGaps } from './find-gaps.ts'
import { findPairs } from './find-pairs.ts'
import { findParts } from './find-parts.ts'
import { citationOf } from './sources.ts'
import { asksInAudio, type UnderstandDeps, type Understood, understand } from './understand.ts'
import { usageOf } from './usage.ts'
import { answerWithModel, type ModelDeps, piecesOf, type WrittenAnswer } from './with-model.ts'
import { answerWithoutModel, type KnowledgeAnswer, OFFERED } from './without-model.ts'

export interface RespondDeps extends UnderstandDeps, ModelDeps {
  readonly search: Search
  readonly models: Pick<Models, 'chat' | 'transcriber'>
  readonly voice: Voice
}

/** The answer, written by a model or without one. */
type Answer = Omit<KnowledgeAnswer, 'from' | 'band'> &
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
    const turn = await conclude(deps, input, understood, [], nothing, [])
    const heard = { ...(turn.heard as Heard), ...inAudio }
    yield { kind: 'done', turn: { ...turn, asksForPerson: true, heard } }
    return
  }
  const hits = await lookUp(deps, input, understood, model)
  const asked = withGuessedLanguage(hits, understood, settings.answering.default_language)
  let answer: Answer
  let cited: WrittenAnswer['cited']
  if (model) {
    const written = yield* answerWithModel(deps, model, input, asked, hits)
    answer = written
    cited = written.cited
  } else {
    const parts = await findParts(deps.search, conversation.agent_id, asked, hits, config.knowledge)
    const known = await answerWithoutModel(input, asked, hits, parts)
    answer = known
    yield* piecesOf(known.spoken)
    cited = citedIn(known)
  }
  const ids = { agentId: conversation.agent_id, messageId: message.id }
  const citations = config.citations
    ? cited.map(({ from, number, component }) => citationOf(from, number, { ...ids, component }))
    : []
  yield { kind: 'done', turn: await conclude(deps, input, asked, hits, answer, citations) }
}

/** Fills facts about the user into the agent's texts and answers. The facts are read once, when first needed. */
async function forUser(deps: RespondDeps, input: TurnInput) {
  let reading: Promise<UserFacts> | undefined
  const factsAbout = () => {
    reading ??= deps.factsAbout(input.conversation)
    return reading
  }
  const settings = await settingsWithFacts(input.settings, factsAbout)
  return {
    deps: { ...deps, search: searchWithFacts(deps.search, factsAbout), factsAbout },
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

const citedIn = ({ from, several }: KnowledgeAnswer): WrittenAnswer['cited'] =>
  (several ?? (from ? [from] : [])).map((each, i) => ({ from: each, number: i + 1, component: 'knowledge' }))

/** English is the default that agents have when nobody chose one. The language of the hits is then a better guess. */
function withGuessedLanguage(hits: readonly Hit[], understood: Understood, fallback: string): Understood {
  if (!understood.isLanguageGuessed || fallback !== 'en' || hits.length === 0) return understood
  const language = detectLanguage(hits.map(nameOf).join('\n'))
  return language === null ? understood : { ...understood, language }
}

/** The pair of the last answer; undefined when the last message answers no question. */
function answeredLast({ history }: TurnInput): DetailHit | undefined {
  const detail = turnDetail(history.at(-1))
  return detail?.outcome === 'answered' ? detail.hits?.[0] : undefined
}

function lastWords({ history, givenHistory }: TurnInput): string | undefined {
  return [...history, ...givenHistory].findLast(({ role }) => role === 'user')?.text
}

async function conclude(
  { tokenizer, voice, search }: RespondDeps,
  input: TurnInput,
  understood: Understood,
  hits: readonly Hit[],
  answer: Answer,
  citations: readonly Citation[],
): Promise<Composed> {
  const { settings, conversation, canHandOver, signal } = input
  const { language } = understood
  const wantsVoice = settings.voice.enabled && answer.spoken.length > 0 && !signal.aborted
  const voiced = wantsVoice
    ? await voice.speak(answer.spoken, { agentId: conversation.agent_id, language, signal })
    : { spoken: answer.spoken }
  const failure = 'failure' in voiced ? voiced.failure : undefined
  const text = wholeText(answer.spoken)
  const aloud = voiced.spoken.flatMap(({ audio }) => audio?.map(({ transcript }) => transcript) ?? [])
  // The usage of a model already includes the question and the answer.
  const [question = 0, heard = 0, answerTokens = 0, spoken = 0] = await tokenizer.about([
    answer.usage ? '' : understood.words,
    understood.attachments.transcript,
    answer.usage ? '' : text,
    aloud.join('\n'),
  ])
  const consumed = { question, heard, answer: answerTokens, spoken, model: answer.usage }
  return {
    spoken: voiced.spoken,
    usage: usageOf(consumed, settings.prices),
    outcome: answer.outcome,
    citations,
    detail: {
      ...detailOf(understood, hits, answer, failure),
      ...(canHandOver && answer.spoken[0]?.component === 'fallback' ? { offersPerson: true } : {}),
    },
    wantsPerson: answer.wantsPerson ?? false,
    gaps: await findGaps(search, input, understood, hits, answer),
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
  answer: Answer,
  voiceFailure: string | undefined,
): TurnDetail {
  const { used, unused, transcript } = attachments
  return {
    outcome: answer.outcome,
    question,
    language,
    band: answer.band ?? hits[0]?.band ?? 'none',
    hits: shownHits(hits, answer).map((hit) => {
      const { docId, docName, ordinal, score, confidence } = hit
      return { docId, docName, ordinal, question: nameOf(hit), score, confidence }
    }),
    ...(answer.offered ? { offered: answer.offered } : {}),
    ...(answer.smallTalk ? { smallTalk: answer.smallTalk } : {}),
    ...(answer.model ? { model: answer.model } : {}),
    ...(used.length > 0 ? { used } : {}),
    ...(unused.length > 0 ? { unused } : {}),
    ...(transcript === '' ? {} : { transcript }),
    ...(voiceFailure === undefined ? {} : { voiceFailure }),
  }
}

/** The hits that the answer is made of come first. */
function shownHits(hits: readonly Hit[], { several }: Answer): readonly Hit[] {
  return several ? [...several, ...hits.filter((hit) => !several.includes(hit))] : hits
}
