/** Text in the encodings of old: Node decodes them, and what decodes to a character encodes it. */
const tables = new Map<string, Map<string, number[]>>()

export function encodeAs(encoding: string, text: string): Buffer {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const table = tableOf(encoding)
  const bytes: number[] = []
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    const known = code < 0x80 ? [code] : table.get(char)
    if (!known) throw new Error(`${encoding} has no ${char}`)
    bytes.push(...known)
  }
  return Buffer.from(bytes)
}

function tableOf(encoding: string): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding, { fatal: true })
  const table = new Map<string, number[]>()
  const learn = (...bytes: number[]) => {
    try {
      const text = decoder.decode(new Uint8Array(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
    } catch {
      // Not a character of this encoding.
    }
  }
  for (let lead = 0x80; lead < 0x100; lead++) learn(lead)
  if (!encoding.startsWith('windows')) {
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail)
  }
  tables.set(encoding, table)
  return table
}
