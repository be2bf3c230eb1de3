/** HTML and objects inside the cells of lists, and HTML in the values of JSON, as the text a reader sees. */
import type { LeaveOut } from '../../document/left-out.ts'
import { htmlText } from '../html/read-html.ts'
import { isObject, parseYaml, strings } from './json-records.ts'

const MARKUP =
  /<\/?(?:p|br|div|ul|ol|li|b|strong|em|i|u|a|span|sup|sub|del|s|strike|h[1-6]|table|img)\b[^<>]*>|&(?:nbsp|amp|lt|gt|quot|#\d{1,6});/i

const LINES = /<(?:p|br|div|ul|ol|li|h[1-6]|table)\b/i

export function withoutMarkup(text: string, leaveOut?: LeaveOut): string {
  if (!MARKUP.test(text)) return text
  return htmlText(LINES.test(text) ? text : text.replace(/\r?\n/g, '<br>'), leaveOut)
}

// Rule (off: cell): programs write objects into cells, `{'html': '<p>…</p>', 'plaintext': '…'}`; their text is what a reader sees.
export function withoutObject(cell: string): string {
  const written = cell.trim()
  if (!/^\{\s*['"]/.test(written) || !written.endsWith('}')) return cell
  const value = parseYaml(written)
  const [text] = isObject(value) ? strings(value) : []
  // Python ends lines so where it has put a text into single quotation marks.
  return text === undefined ? cell : text.replaceAll('\\n', '\n').trim()
}
