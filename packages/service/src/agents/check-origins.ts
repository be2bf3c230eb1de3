/** Refuses origins that no page can have. Asked of changes only: what is stored stays readable whatever it holds. */
import { foundOf } from '@tandem/contract/explain'
import { parameterFault } from '../platform/fault.ts'

/** A path or a slash behind an origin does no harm: it is left out when pages are compared. */
export function checkOrigins(origins: unknown): void {
  if (!Array.isArray(origins)) return
  for (const [i, origin] of origins.entries()) {
    if (typeof origin === 'string' && isOrigin(origin)) continue
    const needed = 'the origin of a page, such as https://shop.example'
    throw parameterFault(`web.allowed_origins[${i}]`, foundOf(origin), needed)
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.hostname.includes('*')
}
