/**
 * Lets a model write the answer, and decides whether it rests on a source, is small talk, or is no answer. When the endpoint
 * fails, the answer without a model replaces it; behind text that was already streamed, it follows as a new paragraph.
 */
import { textIn } from '@tandem/languages/texts'
import { WORTH_READING } from '@tandem/search/confidence'
import type { ModelDetail, TurnOutcome } from '../../conversations/message-detail.ts'
import { BETWEEN_SPOKEN, type Spoken } from '../../conversations/send-to-user.ts'
import type { Hit } from '../../knowledge/search/search-result.ts'
import type { ChatModel, ModelUsage } from '../../models/chat-model.ts'
import type { ModelFailure } from '../../models/failure.ts'
import type { Tokenizer } from '../../models/tokenizer.ts'
import type { Core } from '../../platform/core.ts'
import { type Piece, piece, type TurnInput } from '../turn.ts'
import { askModel, type ModelAnswer } from './ask-model.ts'
import type { UserFacts } from './fill-in.ts'
import { rememberedOf, withinBudget } from './prompt.ts'
import { documentSources, isSame, type NumberedSource, pairSources } from './sources.ts'
import type { Understood } from './understand.ts'
import { answerWithoutModel, type KnowledgeAnswer, noAnswer, said } from './without-model.ts'

export interface ModelDeps extends Pick<Core, 'log'> {
  readonly tokenizer: Tokenizer
  readonly factsAbout: (conversation: TurnInput['conversation']) => Promise<UserFacts>
  readonly modelTimeoutMs: number
}

export interface WrittenAnswer extends Omit<KnowledgeAnswer, 'from' | 'band'> {
  readonly model: ModelDetail
  /** Undefined when the model consumed nothing, and the answer was made without it. */
  readonly usage: ModelUsage | undefined
  readonly wantsPerson: boolean
  readonly cited: readonly Cited[]
}

interface Cited {
  /** The number of its mark in the text. */
  readonly number: number
  readonly from: NumberedSource['from']
  readonly component: 'model' | 'knowledge'
}

/** Finish reasons of an answer that is incomplete. */
const CUT: readonly string[] = ['length', 'content-filter']

/** Yields pieces. The pieces that were not voided, joined, equal the texts of `spoken`. */
export async function* answerWithModel(
  deps: ModelDeps,
  model: ChatModel,
  input: TurnInput,
  understood: Understood,
  hits: readonly Hit[],
): AsyncGenerator<Piece, WrittenAnswer> {
  const { settings, config, canHandOver, signal } = input
  const { question, words, language, talk, documents, attachments } = understood
  const { unused } = attachments
  if (words === '' && unused.length > 0 && attachments.documents.length === 0)
    return yield* unreadable(model, input, understood)
  // Pairs that match small talk by chance would only distract the model.
  const pairs =
    talk.smallTalk && !(hits[0]?.band === 'answer' && hits[0].isAsked)
      ? []
      : pairSources(hits.filter(({ confidence }) => confidence >= WORTH_READING))
  const sources = [...pairs, ...(await documentSources(deps.tokenizer, documents, question))]
  const remembered = rememberedOf(config.useHistory ? input.history : [], input.givenHistory)
  const history = await withinBudget(deps.tokenizer, remembered, settings.answering.history_tokens)
  const answer = yield* askModel(model, {
    prompt: {
      settings: settings.answering,
      language,
      sources,
      unread: unused,
      variables: config.variables,
      facts: await deps.factsAbout(input.conversation),
      history,
      question: understood.picked?.question ?? (words || documents.map(({ name }) => name).join(', ')),
      canHandOver,
    },
    keepMarks: config.citations,
    timeoutMs: deps.modelTimeoutMs,
    signal,
  })
  const cited = answer.cited.map((number): Cited => {
    return { number, from: (sources[number - 1] as NumberedSource).from, component: 'model' }
  })
  const { usage, wantsPerson, finish } = answer
  const shared = {
    usage,
    wantsPerson,
    cited,
    model: { name: model.name, ...(finish === '' ? {} : { finish }) },
  }
  if (answer.failure) return yield* answerAfterFailure(deps, input, understood, hits, sources, answer, shared)

  if (answer.text === '') {
    if (wantsPerson) return { ...shared, spoken: [], outcome: answer.saysNone ? 'unanswered' : 'small_talk' }
    const spoken = noAnswer(input, language, 'no_answer')
    yield* piecesOf(spoken)
    return { ...shared, spoken, outcome: 'unanswered' }
  }
  const isCut = CUT.includes(finish)
  if (isCut) yield piece(' …')
  const spoken = said('model', branchOf(answer), isCut ? `${answer.text} …` : answer.text)
  return { ...shared, spoken, outcome: outcomeOf(answer, understood, sources, hits) }
}

/** Answers a message that has no words, and files that could not be read: there is nothing to ask a model. */
async function* unreadable(
  { name }: ChatModel,
  input: TurnInput,
  understood: Understood,
): AsyncGenerator<Piece, WrittenAnswer> {
  const { from: _from, band: _band, ...known } = await answerWithoutModel(input, understood, [])
  yield* piecesOf(known.spoken)
  return { ...known, model: { name }, usage: undefined, wantsPerson: false, cited: [] }
}

const branchOf = ({ cited }: ModelAnswer) => (cited.length > 0 ? 'grounded' : 'ungrounded')

function outcomeOf(
  answer: ModelAnswer,
  { talk, attachments }: Understood,
  sources: readonly NumberedSource[],
  hits: readonly Hit[],
): TurnOutcome {
  if (answer.saysNone) return 'unanswered'
  if (answer.cited.length > 0) return 'answered'
  if (answer.isTalk || talk.smallTalk || answer.wantsPerson) return 'small_talk'
  // Models forget their marks. An answer counts if there were sources it can rest on; without any the model made it up.
  const hasGround = attachments.documents.length > 0 || (hits[0] !== undefined && hits[0].band !== 'none')
  return hasGround && sources.length > 0 ? 'answered' : 'unanswered'
}

async function* answerAfterFailure(
  { log }: ModelDeps,
  input: TurnInput,
  understood: Understood,
  hits: readonly Hit[],
  sources: readonly NumberedSource[],
  answer: ModelAnswer,
  shared: Pick<WrittenAnswer, 'usage' | 'wantsPerson' | 'cited' | 'model'>,
): AsyncGenerator<Piece, WrittenAnswer> {
  const failure = answer.failure as ModelFailure
  const wasCut = answer.text !== ''
  const model = { ...shared.model, failure, ...(wasCut ? { wasCut } : {}) }
  // Without prompt tokens the request did not reach the model.
  const usage = answer.usage.promptTokens > 0 ? answer.usage : undefined
  const written = said('model', branchOf(answer), answer.text)
  if (input.signal.aborted) return { ...shared, model, usage, spoken: written, outcome: 'unanswered' }
  const { conversation, message, settings } = input
  log.warn(
    {
      agent: conversation.agent_id,
      conversation: conversation.id,
      message: message.id,
      model: model.name,
      failure,
      wasCut,
    },
    'the model gave no complete answer; it is answered without it',
  )
  const { from, band: _band, ...known } = await answerWithoutModel(input, understood, hits)
  const { language } = understood
  if (!wasCut) {
    const spoken =
      known.outcome === 'unanswered' && known.spoken[0]?.component === 'fallback'
        ? noAnswer(input, language, 'model_failed')
        : known.spoken
    yield* piecesOf(spoken)
    return { ...shared, ...known, model, usage, spoken, cited: from ? withSource([], [], from) : [] }
  }
  const rest =
    known.outcome === 'answered'
      ? known.spoken
      : said('fallback', 'model_failed', textIn(settings.answering, language, 'trouble'))
  yield piece(' …')
  for (const { text } of rest) yield piece(BETWEEN_SPOKEN + text)
  const spoken = [...said('model', branchOf(answer), `${answer.text} …`), ...rest]
  if (known.outcome !== 'answered') return { ...shared, model, usage, spoken, outcome: 'unanswered' }
  const cited = from ? withSource(shared.cited, sources, from) : shared.cited
  return { ...shared, model, usage, spoken, outcome: 'answered', cited }
}

/** Adds the source of the answer without a model, under the number it had in the prompt, or else under a new one. */
function withSource(
  cited: readonly Cited[],
  sources: readonly NumberedSource[],
  from: NumberedSource['from'],
): readonly Cited[] {
  const at = sources.findIndex((source) => isSame(source.from, from))
  const number = at === -1 ? sources.length + 1 : at + 1
  if (cited.some((each) => each.number === number)) return cited
  return [...cited, { number, from, component: 'knowledge' }]
}

export function* piecesOf(spoken: readonly Spoken[]): Generator<Piece> {
  for (const [i, { text }] of spoken.entries()) yield piece(i === 0 ? text : BETWEEN_SPOKEN + text)
}
