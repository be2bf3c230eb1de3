/**
 * Reduces an endpoint's whole response to what is read of it: the first choice and the usage. The SDK would check every element of
 * every list, which for a list of a million zeros takes a gigabyte of memory.
 */
import { asObject, usageIn } from './clean-events.ts'
import { parseJson } from './find-json.ts'

/** Enough for the error page of a proxy to be recognised. */
const MAX_ODD_CHARS = 64 * 1024

export async function cleanAnswer(response: Response): Promise<Response> {
  const { status, headers } = response
  const text = await response.text()
  const read = parseJson(text)
  if (!read) return new Response(text.slice(0, MAX_ODD_CHARS), { status, headers })
  const answer = asObject(read.value)
  const choices = Array.isArray(answer.choices) ? { choices: answer.choices.slice(0, 1).map(choiceOf) } : {}
  return new Response(JSON.stringify({ ...choices, usage: usageIn(answer) }), { status, headers })
}

function choiceOf(value: unknown) {
  const { message, finish_reason } = asObject(value)
  const { content, reasoning_content, reasoning } = asObject(message)
  return {
    message: {
      role: 'assistant',
      content: textOr(content),
      reasoning_content: textOr(reasoning_content ?? reasoning),
    },
    finish_reason: textOr(finish_reason),
  }
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : null)
