/**
 * Addresses in what a model wrote that its source does not have: of pages, of mailboxes, and telephone numbers. Whoever
 * follows one ends up wherever its inventor wanted, so that it must stand in the source as it is. Pure.
 */

const MAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const LINK = /(?:\b(?:https?|ftp|file|data|javascript|vbscript):|\bwww\.)[^\s<>"'\])}|]+/giu
/** The place a link in Markdown goes to. */
const TARGET = /\]\(\s*<?([^\s)>]+)/gu
/** Not where a sentence begins behind a point without a blank. */
const DOMAIN = /(?<![\p{L}\p{N}@._/-])(?:[a-zA-Z0-9-]+\.)+[a-z]{2,}(?![\p{L}\p{N}@])(?:\/[^\s<>"'\])}|]*)?/gu
/** Begins as numbers do that are dialled, and has blanks or marks of grouping at most. */
const PHONE = /(?<![\p{L}\p{N}.,])(?:\+|00?|\(0)\d[\d ()/\u00a0-]{5,}\d/gu

export function missingAddresses(written: string, source: string): string[] {
  const known = new Set(addressesIn(source).map(plain))
  const pages = [...known]
  const isKnown = (address: string) => {
    const wanted = plain(address)
    return (
      known.has(wanted) || pages.some((page) => page.startsWith(`${wanted}/`) || page.endsWith(`@${wanted}`))
    )
  }
  const digits = digitsOf(source)
  const missing = addressesIn(written).filter((address) => !isKnown(address))
  for (const [phone] of written.matchAll(PHONE)) {
    if (!digits.includes(digitsOf(phone).replace(/^0+/u, ''))) missing.push(phone)
  }
  return [...new Set(missing)]
}

/** They are looked for here, and are no amounts. */
export const withoutPhones = (text: string) => text.replace(PHONE, ' ')

function addressesIn(text: string): string[] {
  const found: string[] = []
  const take = (whole: string, address = whole) => {
    found.push(address.replace(/(?<![.,;:!?…])[.,;:!?…]+$/u, ''))
    return ' '
  }
  const rest = text
    .normalize('NFKC')
    .replace(TARGET, (whole, target: string) => take(whole, target))
    .replace(MAIL, (whole) => take(whole))
    .replace(LINK, (whole) => take(whole))
  for (const [domain] of rest.matchAll(DOMAIN)) take(domain)
  return found
}

function plain(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)?(?:www\.)?/u, '')
    .replace(/(?<!\/)\/+$/u, '')
}

const digitsOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\(0\)/gu, '')
    .replace(/[\s()/.+-]/gu, '')
