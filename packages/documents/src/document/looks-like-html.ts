/** Tells HTML from text that merely has angle brackets in it. */
const OPENING_CHARS = 4000
const SAMPLE_CHARS = 50_000
const FEWEST_TAGS = 4

export function isHtml(text: string): boolean {
  const opening = text.slice(0, OPENING_CHARS)
  if (/^\s*<\?xml\b/i.test(opening) || isHtmlFile(opening)) return true
  if (!/^\s*</.test(opening)) return false
  const tags = text
    .slice(0, SAMPLE_CHARS)
    .match(
      /<\/?(?:p|div|h[1-6]|ul|ol|li|table|tr|td|section|article|main|span|details|dl|br)\b[^<>]{0,2000}>/gi,
    )
  return (tags?.length ?? 0) >= FEWEST_TAGS
}

/** Whether it begins as a page does, comments aside. */
function isHtmlFile(text: string): boolean {
  return /^<(?:!doctype\s+html|html|head|body)\b/i.test(text.slice(afterComments(text)).slice(0, 100))
}

function afterComments(text: string): number {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    if (!text.startsWith('<!--', at)) return at
    const end = text.indexOf('-->', at + 4)
    if (end < 0) return at
    at = end + 3
  }
}
