/** A chat model at an OpenAI-compatible endpoint. The AI SDK speaks the protocol; egress carries it. */
import type { ToolSet } from 'ai'
import { type ChatCall, type ChatDeps, loadSdk, openChatCall } from './chat-call.ts'
import type { ChatModel, ChatPart, ChatRequest } from './chat-model.ts'
import { answerObject } from './chat-object.ts'
import { type AnswerSoFar, NO_USAGE, type ReportedUsage, usageOf } from './chat-usage.ts'
import { createQuirks } from './endpoint-quirks.ts'
import { noteFailure } from './failure.ts'
import { createNoiseFilter, type NoiseFilter } from './tool-noise.ts'

/** Properties of the model that its last answer showed. */
interface Habits {
  opensInThoughts: boolean
}
type AnswerProgress = AnswerSoFar & { lastPartAt: number }
type StreamDeps = ChatDeps & { readonly habits: Habits }

/** A model that has sent nothing for this long counts as silent, even in the middle of an answer. */
const SILENT_MS = 10_000

export function createChatModel(given: Omit<ChatDeps, 'quirks'>): ChatModel {
  const deps = { ...given, quirks: createQuirks(), habits: { opensInThoughts: false } }
  // If the SDK cannot be loaded, the first call fails and reports it.
  loadSdk().catch(() => {})
  return {
    name: deps.endpoint.model,
    stream: (request) => streamChat(deps, request),
    object: answerObject(deps),
  }
}

async function* streamChat(deps: StreamDeps, request: ChatRequest): AsyncGenerator<ChatPart> {
  const call = openChatCall(deps, request, deps.startTimeoutMs)
  const answer = { text: '', reasoning: '', lastPartAt: 0 }
  try {
    yield* readParts(deps, request, call, answer)
  } catch (error) {
    yield await failed(deps, request, call, answer, error)
  } finally {
    // If the reader stops in the middle, the endpoint must stop too.
    call.cancel()
  }
}

async function* readParts(
  deps: StreamDeps,
  request: ChatRequest,
  call: ChatCall,
  answer: AnswerProgress,
): AsyncGenerator<ChatPart> {
  const { ai, model, options } = await call.prepare()
  const tools = request.tools ?? []
  const shownTools = request.hidesTools ? [] : tools
  const toolSet: ToolSet = Object.fromEntries(
    shownTools.map(({ name, description, input }) => [name, ai.tool({ description, inputSchema: input })]),
  )
  const withTools = shownTools.length > 0 ? { tools: toolSet } : {}
  const { fullStream } = ai.streamText({ model, ...options, ...withTools, onError() {} })
  const filter = createNoiseFilter(tools, deps.habits.opensInThoughts)

  for await (const part of fullStream) {
    switch (part.type) {
      case 'text-delta': {
        const left = (request.maxOutputChars ?? Number.POSITIVE_INFINITY) - answer.text.length
        const said = part.text.length > left ? part.text.slice(0, left) : part.text
        answer.text += said
        answer.lastPartAt = deps.clock.now()
        yield* filter.push(said)
        if (part.text.length <= left) break
        yield* endOf(deps, request, answer, filter, { totalUsage: null, finishReason: 'length' })
        return
      }
      case 'reasoning-delta':
        answer.reasoning += part.text
        answer.lastPartAt = deps.clock.now()
        break
      case 'tool-call':
        if (part.invalid)
          deps.log.debug({ model: deps.endpoint.model, tool: part.toolName }, 'tool call dropped')
        else yield { kind: 'tool', name: part.toolName, input: part.input }
        break
      case 'error':
        throw part.error
      case 'abort':
        throw new Error('aborted')
      case 'finish': {
        // The SDK reports an answer with a refusal as filtered, but it is complete.
        const finishReason = part.rawFinishReason === 'stop' ? 'stop' : part.finishReason
        yield* endOf(deps, request, answer, filter, { totalUsage: part.totalUsage, finishReason })
        return
      }
    }
  }
  throw new Error('the answer ended without a finish')
}

async function* endOf(
  { tokenizer, habits }: StreamDeps,
  request: ChatRequest,
  answer: AnswerSoFar,
  filter: NoiseFilter,
  end: { totalUsage: ReportedUsage | null; finishReason: string },
): AsyncGenerator<ChatPart> {
  const isCut = end.finishReason === 'length'
  yield* filter.end(isCut)
  if (filter.hadOpenedBefore || (answer.text !== '' && !isCut))
    habits.opensInThoughts = filter.hadOpenedBefore
  const usage = await usageOf(tokenizer, request, answer, end.totalUsage)
  yield { kind: 'end', usage, finish: end.finishReason }
}

async function failed(
  deps: ChatDeps,
  request: ChatRequest,
  call: ChatCall,
  answer: AnswerProgress,
  error: unknown,
): Promise<ChatPart> {
  const failure = call.explain(error)
  noteFailure(deps.log, 'chat', deps.endpoint.model, failure)
  const hasAnswered = answer.text !== '' || answer.reasoning !== ''
  return {
    kind: 'failed',
    failure,
    usage: hasAnswered ? await usageOf(deps.tokenizer, request, answer, null) : NO_USAGE,
    wasSpeaking: hasAnswered && deps.clock.now() - answer.lastPartAt < SILENT_MS,
  }
}
