/** Writes docs/errors.md from the catalogue. */
import { type ErrorEntry, errorCatalogue } from './errors.ts'

export function errorsDoc(catalogue: Readonly<Record<string, ErrorEntry>> = errorCatalogue): string {
  const entries = Object.values(catalogue).toSorted((a, b) => a.code - b.code)
  const exceptions = entries.filter(({ code, status }) => !String(code).startsWith(String(status)))
  const rows = entries.map(
    ({ code, status, message, when }) => `| ${code} | ${status} | ${message} | ${when} |`,
  )
  return [
    '<!-- Generated from packages/contract/src/errors.ts; do not edit, run `npm run generate`. -->',
    '# Errors',
    '',
    'The body of every failure is JSON with `code` and `message`. Often it also has a `hint`, which says what was found and what to do:',
    '',
    '```json',
    '{ "code": 40348, "message": "Target does not exist", "hint": "…" }',
    '```',
    '',
    'Programs should use `code`. Its first three digits are the HTTP status, except for',
    `${exceptions.map(({ code, status }) => `${code} (status ${status})`).join(', ')}.`,
    '',
    '| code | HTTP status | message | returned when |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
