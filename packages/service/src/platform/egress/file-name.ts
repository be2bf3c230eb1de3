/** The name of a downloaded file: as the server calls it, else the last part of the URL's path. */

export function fileNameOf(contentDisposition: string | null, url: string): string | null {
  const given = contentDisposition === null ? null : fromDisposition(contentDisposition)
  return tidy(given ?? decode(new URL(url).pathname))
}

function fromDisposition(header: string): string | null {
  // RFC 6266: the extended form carries the real name, the plain one is for readers that cannot decode it.
  const extended = /;\s{0,4}filename\*\s{0,4}=\s{0,4}utf-8'[\w-]*'([^;\s]+)/i.exec(header)
  if (extended?.[1]) return decode(extended[1])
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  if (!plain) return null
  // Header bytes arrive one per character; servers that break the rule put UTF-8 there.
  const name = plain[1]?.replace(/\\(.)/g, '$1') ?? plain[2] ?? ''
  return Buffer.from(name, 'latin1').toString('utf8')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Only a name: no folders, no control characters, not longer than file systems take. */
function tidy(name: string): string | null {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200)
  return clean === '' || clean === '.' || clean === '..' ? null : clean
}
