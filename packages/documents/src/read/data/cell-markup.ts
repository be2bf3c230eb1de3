/** HTML inside the cells of lists and the values of JSON, as the text a reader sees. */
import type { LeftOut } from '../../document/left-out.ts'
import { htmlText } from '../html/read-html.ts'

const MARKUP =
  /<\/?(?:p|br|div|ul|ol|li|b|strong|em|i|u|a|span|sup|sub|del|s|strike|h[1-6]|table|img)\b[^<>]*>|&(?:nbsp|amp|lt|gt|quot|#\d{1,6});/i

const LINES = /<(?:p|br|div|ul|ol|li|h[1-6]|table)\b/i

/** What is struck through goes to `struck`. */
export function withoutMarkup(text: string, struck?: LeftOut): string {
  if (!MARKUP.test(text)) return text
  return htmlText(LINES.test(text) ? text : text.replace(/\r?\n/g, '<br>'), struck)
}
