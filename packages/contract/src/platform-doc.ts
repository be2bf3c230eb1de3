/** Writes the tables of docs/migrating.md from the table of the platform's endpoints. */
import { missingEndpoints, ownEndpoints, servedEndpoints, textEndpoints } from './platform-endpoints.ts'

const BEGIN =
  '<!-- generated from packages/contract/src/platform-endpoints.ts; npm run generate writes it -->'
const END = '<!-- end of generated part -->'

type Row = readonly [string, string]

const table = (heads: Row, rows: readonly Row[]) =>
  [heads, ['---', '---'] as const, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function tables(): string {
  const served = [...servedEndpoints, ...textEndpoints].map(
    ({ method, path, differs }): Row => [`\`${method} ${path}\``, differs || 'none'],
  )
  const missing = missingEndpoints.map(({ path, nearest }): Row => [`\`${path}\``, nearest])
  const own = ownEndpoints.map(({ method, path, differs }): Row => [`\`${method} ${path}\``, differs])
  return [
    '### Served',
    table(['platform endpoint', 'differences'], served),
    '### Not served',
    'These return 404 with the code 40400, and the message names the closest alternative.',
    table(['platform endpoint', 'the closest alternative'], missing),
    '### Only in Tandem, with an API key',
    table(['endpoint', 'effect'], own),
  ].join('\n\n')
}

/** Returns the page with its generated part renewed; the rest of the page is written by hand. */
export function withEndpointTables(page: string): string {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from === -1 || to < from) throw new Error('docs/migrating.md lacks the marks of its generated part.')
  return page.slice(0, from) + [BEGIN, '', tables(), '', END].join('\n') + page.slice(to + END.length)
}
