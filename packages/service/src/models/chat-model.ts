/** The interface of a chat model: requests and the parts of an answer. */
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
  /** The tools are not sent to the endpoint, but calls that the model writes into its text are still recognised. */
  readonly hidesTools?: boolean
  readonly temperature?: number
  /** A longer answer is cut off and ends with `length`: some models never stop by themselves. */
  readonly maxOutputChars?: number
  /** From the call to the last byte of the response. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export type ChatPart =
  | { kind: 'text'; text: string }
  /** All text so far were thoughts and must be discarded. */
  | { kind: 'anew' }
  | { kind: 'tool'; name: string; input: unknown }
  | { kind: 'end'; usage: ModelUsage; finish: string }
  /** `wasSpeaking`: text or thoughts were still arriving when the answer broke off. */
  | { kind: 'failed'; failure: ModelFailure; usage: ModelUsage; wasSpeaking: boolean }

export type ObjectRequest<T> = Omit<ChatRequest, 'tools'> & {
  readonly schema: z.ZodType<T>
  readonly schemaName: string
}

export type ObjectResult<T> = { ok: true; value: T } | { ok: false; failure: ModelFailure }

export interface ChatModel {
  readonly name: string
  /** Never throws; the last part is `end` or `failed`. Calls of unknown tools and their markup never become text. */
  stream(request: ChatRequest): AsyncIterable<ChatPart>
  /**
   * Returns one answer that fits the schema. Asks for JSON by response_format json_schema if the endpoint supports it, otherwise by
   * json_object or in the prompt alone; zod checks the result.
   */
  object<T>(request: ObjectRequest<T>): Promise<ObjectResult<T>>
}
