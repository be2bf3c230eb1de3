/** Tells HTML from text that merely has angle brackets in it. */
const OPENING_CHARS = 4000
const SAMPLE_CHARS = 50_000
const FEWEST_TAGS = 4
const COMMENT = /<!--[\s\S]*?-->/g

/** Whether it begins as a page does, comments aside. */
export function isPage(text: string): boolean {
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(text.slice(0, OPENING_CHARS).replace(COMMENT, ''))
}

const TAG =
  /<\/?(?:p|div|h[1-6]|ul|ol|li|table|tr|td|section|article|main|span|details|dl|br)\b[^<>]{0,2000}>/gi

export function isHtml(text: string): boolean {
  if (isPage(text) || /^\s*<\?xml\b/i.test(text)) return true
  return /^\s*</.test(text) && (text.slice(0, SAMPLE_CHARS).match(TAG)?.length ?? 0) >= FEWEST_TAGS
}
