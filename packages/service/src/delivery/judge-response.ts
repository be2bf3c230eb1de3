/** What a response means: delivered, failed and worth another try, or gone for good. */
import type { PeerResponse, SendResult } from '../platform/egress/send.ts'
import { parseRetryAfter } from './schedule.ts'

export type Verdict =
  | { readonly kind: 'delivered'; readonly warning: string | null }
  | { readonly kind: 'failed'; readonly error: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'gone'; readonly error: string }

/** The response that the contract asks for. */
export const EXPECTED = '{"code":200,"msg":"success"}'
const SUCCESSES: ReadonlySet<unknown> = new Set([200, 0, '200', '0', null])
const DELIVERED: Verdict = { kind: 'delivered', warning: null }

export function judgeResponse(result: SendResult, now: number): Verdict {
  if (!result.responded) {
    return { kind: 'failed', error: `${result.reason} (stage: ${result.stage})`, retryAfterMs: null }
  }
  const { status, headers, body } = result
  const header = headers['retry-after']
  const retryAfterMs =
    header === undefined ? null : parseRetryAfter(Array.isArray(header) ? header[0] : header, now)
  if (status === 200) {
    // The usual response needs no parsing.
    if (body === EXPECTED) return DELIVERED
    const code = codeOf(body)
    if (SUCCESSES.has(code)) return DELIVERED
    if (code === undefined) return { kind: 'delivered', warning: unreadWarning(result) }
    return {
      kind: 'failed',
      error: `The response was 200 with "code":${JSON.stringify(code).slice(0, 100)} in its body; needed 200 or 0.`,
      retryAfterMs,
    }
  }
  if (status > 200 && status < 300)
    return { kind: 'delivered', warning: `The response was ${status}; needed 200.` }
  if (status === 410)
    return { kind: 'gone', error: 'The response was 410 Gone: the endpoint wants no more requests.' }
  return { kind: 'failed', error: wrongStatus(result), retryAfterMs }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const LOCATION_KEPT_CHARS = 300

/**
 * Describes a status other than 200. The target of a redirect is mostly the address that was meant. Its query is left out,
 * because this text is logged and the query may grant access.
 */
export function wrongStatus({ status, headers }: Pick<PeerResponse, 'status' | 'headers'>): string {
  if (!REDIRECTS.has(status)) return `The response was ${status}; needed 200.`
  const [location = ''] = String(headers.location ?? '')
    .slice(0, LOCATION_KEPT_CHARS)
    .split(/[?#]/, 1)
  return `The response was ${status}, a redirect${location && ` to ${location}`}; redirects are not followed.`
}

/** Warns when the body may hold a code that was not read, or when it is probably not from the receiver. */
function unreadWarning({ isUnreadable, truncated, body, headers }: PeerResponse): string | null {
  if (isUnreadable)
    return `The response was 200, encoded as ${String(headers['content-encoding']).slice(0, 40)}, and could not be read.`
  if (truncated && /^\uFEFF?\s*\{/.test(body))
    return 'The response was 200 and longer than is read; no "code" stands at its beginning.'
  if (/^\uFEFF?\s*</.test(body))
    return `The response was 200 with a page of HTML or XML; needed ${EXPECTED}. A proxy or a login page may have answered.`
  return null
}

/** The `code` of a JSON object; undefined when the body has none. Receivers may respond with plain text. */
function codeOf(body: string): unknown {
  const text = body.replace(/^\uFEFF?\s+|^\uFEFF/, '')
  if (!text.startsWith('{')) return undefined
  try {
    return (JSON.parse(text) as { code?: unknown }).code
  } catch {
    // It may have been cut off for its length; the code comes first in such responses.
    const begun = /^\{\s*"code"\s*:\s*(-?\d+(?:\.\d+)?|"[^"\\]{0,100}"|true|false|null)\s*[,}]/.exec(
      text,
    )?.[1]
    return begun === undefined ? undefined : JSON.parse(begun)
  }
}
