/**
 * One answer that fits a schema. Endpoints support different ways to ask for JSON, so the strictest way is tried first and the
 * next one if the endpoint refuses it; the way that worked is remembered. The schema is also in the prompt, because some endpoints
 * accept the parameter and ignore it.
 */
import { z } from 'zod'
import { type CallRequest, type ChatDeps, openChatCall, PROVIDER } from './chat-call.ts'
import type { ObjectRequest, ObjectResult } from './chat-model.ts'
import { type ModelFailure, modelFailure, noteFailure } from './failure.ts'
import { findJson } from './find-json.ts'
import { withoutNoise } from './tool-noise.ts'

const WAYS = ['json_schema', 'json_object', 'text'] as const
type Way = (typeof WAYS)[number]

export function answerObject(deps: ChatDeps) {
  const proven = new Map<string, Way>()

  return async function object<T>(request: ObjectRequest<T>): Promise<ObjectResult<T>> {
    const schema = jsonSchemaOf(request.schema)
    const withPrompt = { ...request, system: withSchema(request.system, schema) }
    const endsAtMs = performance.now() + request.timeoutMs
    let way: Way = proven.get(request.schemaName) ?? 'json_schema'
    for (;;) {
      const timeoutMs = Math.max(1, Math.round(endsAtMs - performance.now()))
      const format = responseFormat(way, request.schemaName, schema)
      const result = await ask(deps, { ...withPrompt, timeoutMs }, format)
      const next = WAYS[WAYS.indexOf(way) + 1]
      if (result.ok) {
        proven.set(request.schemaName, way)
        return judge(result, request.schema)
      }
      if (!result.isFormRefused || !next) return { ok: false, failure: result.failure }
      way = next
    }
  }
}

type RawAnswer =
  | { ok: true; text: string; finish: string }
  | { ok: false; failure: ModelFailure; isFormRefused: boolean }

async function ask(deps: ChatDeps, request: CallRequest, format: object | null): Promise<RawAnswer> {
  const call = openChatCall(deps, request)
  try {
    const { ai, model, options } = await call.prepare()
    const providerOptions = format ? { [PROVIDER]: { response_format: format } } : {}
    const { text, finishReason } = await ai.generateText({
      model,
      ...options,
      providerOptions: providerOptions as Record<string, Record<string, never>>,
    })
    return { ok: true, text, finish: finishReason }
  } catch (error) {
    const failure = call.explain(error)
    noteFailure(deps.log, 'chat', deps.endpoint.model, failure)
    return { ok: false, failure, isFormRefused: call.refusedWith === 400 || call.refusedWith === 422 }
  } finally {
    call.cancel()
  }
}

/** Enough for a chunk of 8,000 tokens and its pairs. In a longer text, the search for JSON among brackets takes too long. */
const MAX_ANSWER_CHARS = 80_000

function judge<T>({ text, finish }: RawAnswer & { ok: true }, schema: z.ZodType<T>): ObjectResult<T> {
  const bad = (reason: string): ObjectResult<T> => ({
    ok: false,
    failure: modelFailure('bad_answer', reason),
  })
  if (text.length > MAX_ANSWER_CHARS)
    return bad(`the answer has ${text.length} characters, needed at most ${MAX_ANSWER_CHARS}`)
  const found = findJson(withoutNoise(text))
  const checked = found && schema.safeParse(found.value)
  if (checked?.success) return { ok: true, value: checked.data }
  // The form of a truncated answer cannot be judged.
  if (finish === 'length')
    return bad('the answer was cut off: the endpoint allows no longer one, or the model ran on')
  if (!checked) return bad('the answer of the model holds no JSON')
  const [issue] = checked.error.issues
  const place = issue?.path.map(String).join('.') || 'the whole'
  return bad(`the JSON of the model does not fit: ${place}: ${issue?.message ?? 'invalid'}`)
}

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return rest
}

function withSchema(system: string, schema: object): string {
  return `${system}\n\nAnswer with one JSON value that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`
}

function responseFormat(way: Way, name: string, schema: object): object | null {
  if (way === 'text') return null
  return way === 'json_object'
    ? { type: 'json_object' }
    : { type: 'json_schema', json_schema: { name, schema, strict: true } }
}
