/** What Tandem asks of a chat model and what it gets back, whoever serves it. */
import type { z } from 'zod'
import type { ModelFailure } from './failure.ts'

export interface ChatTurn {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export interface ModelUsage {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly reasoningTokens: number
  /** False when the provider gave none and the tokenizer counted. */
  readonly isReported: boolean
}

export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
}

export interface ChatRequest {
  readonly system: string
  readonly turns: readonly ChatTurn[]
  readonly tools?: readonly ToolSpec[]
  /** The endpoint is not told of the tools; calls of them that the model writes into its text are read all the same. */
  readonly hidesTools?: boolean
  readonly temperature?: number
  /** An answer whose text gets longer is cut there, and ends as `length`: some models never stop by themselves. */
  readonly maxOutputChars?: number
  /** From the call to the last byte of the answer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export type ChatPart =
  | { kind: 'text'; text: string }
  /** What was said so far were thoughts: it is void. */
  | { kind: 'anew' }
  | { kind: 'tool'; name: string; input: unknown }
  | { kind: 'end'; usage: ModelUsage; finish: string }
  /** `wasSpeaking`: words or thoughts were still coming when it was cut off. */
  | { kind: 'failed'; failure: ModelFailure; usage: ModelUsage; wasSpeaking: boolean }

export type ObjectRequest<T> = Omit<ChatRequest, 'tools'> & {
  readonly schema: z.ZodType<T>
  readonly schemaName: string
}

export type ObjectResult<T> = { ok: true; value: T } | { ok: false; failure: ModelFailure }

export interface ChatModel {
  readonly name: string
  /** Never throws; the last part is `end` or `failed`. Unknown tool calls and tool noise are dropped, never shown as text; see `anew` for thoughts. */
  stream(request: ChatRequest): AsyncIterable<ChatPart>
  /**
   * One answer that fits the schema: JSON asked for by response_format json_schema where the endpoint takes it, falling back
   * to json_object and to plain JSON found in the text; checked by zod.
   */
  object<T>(request: ObjectRequest<T>): Promise<ObjectResult<T>>
}
