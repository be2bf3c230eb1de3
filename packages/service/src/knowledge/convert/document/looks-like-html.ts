/** Tells HTML from text that merely has angle brackets in it. */
export function isHtml(text: string): boolean {
  const opening = text.slice(0, 4000)
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(opening))
    return true
  // XML of any kind: its text is worth more than its tags.
  if (/^\s*<\?xml\b/i.test(opening)) return true
  if (!/^\s*</.test(opening)) return false
  const tags = text
    .slice(0, 50_000)
    .match(/<\/?(?:p|div|h[1-6]|ul|ol|li|table|tr|td|section|article|main|span|details|dl|br)\b[^>]*>/gi)
  return (tags?.length ?? 0) >= 4
}
