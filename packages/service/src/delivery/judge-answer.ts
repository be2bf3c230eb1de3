/** What an answer means: delivered, failed and worth another try, or gone for good. */
import type { SendResult } from '../platform/egress/send.ts'
import { parseRetryAfter } from './schedule.ts'

export type Verdict =
  | { readonly kind: 'delivered'; readonly warning: string | null }
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'gone'; readonly error: string }

const EXPECTED = '{"code":200,"msg":"success"}'
const DELIVERED: Verdict = { kind: 'delivered', warning: null }

export function judgeAnswer(result: SendResult, now: number): Verdict {
  if (!result.answered) {
    return { kind: 'failed', error: `${result.reason} (stage: ${result.stage})`, retryAfterMs: null }
  }
  const { status, headers, body } = result
  if (status === 200) {
    // The answer the contract asks for, to the letter: no need to parse it.
    if (body === EXPECTED) return DELIVERED
    const code = codeOf(body)
    if (code === undefined || code === 200 || code === 0) return { kind: 'delivered', warning: null }
    return {
      kind: 'failed',
      error: `The answer was 200 with "code":${code} in its body; needed 200 or 0.`,
      retryAfterMs: null,
    }
  }
  if (status > 200 && status < 300)
    return { kind: 'delivered', warning: `The answer was ${status}; needed 200.` }
  if (status === 410)
    return { kind: 'gone', error: 'The answer was 410 Gone: the endpoint wants no more requests.' }
  if (status >= 300 && status < 400) {
    return {
      kind: 'failed',
      error: `The answer was ${status}, a redirect; redirects are not followed.`,
      retryAfterMs: null,
    }
  }
  const header = headers['retry-after']
  const retryAfterMs = parseRetryAfter(Array.isArray(header) ? header[0] : header, now)
  return { kind: 'failed', error: `The answer was ${status}; needed 200.`, retryAfterMs }
}

/** The numeric `code` of a JSON object; undefined when the body has none. Receivers that answer plain text are fine. */
function codeOf(body: string): number | undefined {
  if (!body.trimStart().startsWith('{')) return undefined
  try {
    const { code } = JSON.parse(body) as { code?: unknown }
    const number = typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : code
    return typeof number === 'number' ? number : undefined
  } catch {
    return undefined
  }
}
