/** Headers for people to see: credentials are masked, and number and length are limited. */
const SECRET: ReadonlySet<string> = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie'])
const MOST_HEADERS = 50
const VALUE_CHARS = 500

export function shownHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const shown: Record<string, string> = {}
  let count = 0
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (count++ === MOST_HEADERS) break
    const text = String(value).slice(0, VALUE_CHARS).toWellFormed()
    shown[name.slice(0, VALUE_CHARS)] = SECRET.has(name.toLowerCase()) ? masked(text) : text
  }
  return shown
}

/** Keeps the scheme of credentials, which is no secret. */
function masked(value: string): string {
  const [scheme = ''] = value.split(' ', 1)
  return /^(?:basic|bearer)$/i.test(scheme) ? `${scheme} ***` : '***'
}
