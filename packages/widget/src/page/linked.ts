/** A text with its web addresses as links. Everything else stays text, whatever it looks like. */
const ADDRESS = /https?:\/\/[^\s<>"'`“”«»、。，）】]+/g

export function linked(text: string): DocumentFragment {
  const parts = document.createDocumentFragment()
  let at = 0
  for (const found of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found[0])
    if (!URL.canParse(address)) continue
    const link = document.createElement('a')
    link.href = address
    link.textContent = address
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    parts.append(text.slice(at, found.index), link)
    at = found.index + address.length
  }
  parts.append(text.slice(at))
  return parts
}

/** Marks at the end belong to the sentence; a bracket does, unless it was opened in the address. */
function withoutEnd(address: string): string {
  let unopened = count(address, ')') - count(address, '(')
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened--
    else if (!'.,;:!?…*_'.includes(last)) break
  }
  return address.slice(0, end)
}

const count = (text: string, mark: string) => text.split(mark).length - 1
