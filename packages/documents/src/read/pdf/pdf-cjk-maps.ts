/**
 * Character maps for Chinese, Japanese and Korean PDFs that name a standard encoding and do not say what its codes mean. The
 * official tables go by way of glyph numbers and are large; for text it is enough to let codes be Unicode, which
 * Node's own decoders know. Fonts that use bare glyph numbers cannot be helped this way, and are refused.
 */

const LEGACY: [pattern: RegExp, encoding: string][] = [
  [/^GBK?2?K?p?(?:pc)?-?(?:EUC)?-[HV]$/, 'gb18030'],
  [/^(?:ETen|ETenms|B5pc|B5)-?(?:B5)?-[HV]$/, 'big5'],
  [/RKSJ-[HV]$/, 'shift_jis'],
  [/^EUC-[HV]$/, 'euc-jp'],
  [/^KSC(?:ms|pc)?-(?:EUC|UHC)(?:-HW)?-[HV]$/, 'euc-kr'],
]

/** Made for one document: the second half of a map is given only where the first half was. */
export class CjkMaps {
  #hasGivenCodes = false

  /** Called by the PDF reader; it asks nobody else. */
  readonly fetch = async ({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> => {
    const text = kind === 'cMapUrl' ? this.#textOf(filename) : undefined
    if (text === undefined) throw new Error(`${filename} is not to be had.`)
    const mode = filename.endsWith('-V') ? 1 : 0
    return new TextEncoder().encode(
      `begincmap /CMapName /${filename} def /WMode ${mode} def\n${text}\nendcmap`,
    )
  }

  #textOf(name: string): string | undefined {
    const twoBytes = '1 begincodespacerange <0000> <FFFF> endcodespacerange\n'
    if (/^Adobe-(?:GB1|CNS1|Japan1|Korea1)-UCS2$/.test(name)) {
      return this.#hasGivenCodes ? `${twoBytes}1 beginbfrange <0000> <FFFF> <0000> endbfrange` : undefined
    }
    const legacy = LEGACY.find(([pattern]) => pattern.test(name))?.[1]
    const isUnicode = /^Uni\w+-(?:UCS2|UTF16)(?:-HW)?-[HV]$/.test(name)
    if (!legacy && !isUnicode) return undefined
    this.#hasGivenCodes = true
    return legacy ? legacyMap(legacy) : `${twoBytes}1 begincidrange <0000> <FFFF> 0 endcidrange`
  }
}

function legacyMap(encoding: string): string {
  const decoder = new TextDecoder(encoding)
  const singles: string[] = []
  const pairs: string[] = []
  const leads = new Set<number>()
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(new Uint8Array([lead, trail]))
      if (text.length !== 1 || text === '\ufffd') continue
      leads.add(lead)
      pairs.push(`<${hex(lead, 2)}${hex(trail, 2)}> ${text.charCodeAt(0)}`)
    }
  }
  for (let code = 0x20; code <= 0xff; code++) {
    const text = leads.has(code) ? '' : decoder.decode(new Uint8Array([code]))
    if (text.length === 1 && text !== '\ufffd') singles.push(`<${hex(code, 2)}> ${text.charCodeAt(0)}`)
  }
  const spaces = [...leads].map((lead) => `<${hex(lead, 2)}40> <${hex(lead, 2)}fe>`)
  const single = singles.map((line) => `${line.slice(0, 4)} ${line.slice(0, 4)}`)
  return [
    `${spaces.length + single.length} begincodespacerange`,
    ...single,
    ...spaces,
    'endcodespacerange',
    `${singles.length + pairs.length} begincidchar`,
    ...singles,
    ...pairs,
    'endcidchar',
  ].join('\n')
}
