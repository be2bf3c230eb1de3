/** The numbers of what a model wrote that its source does not have, however either writes them. Pure. */

const GROUPED = /\d{1,3}(?:[,.'’\u00a0\u202f ]\d{3})+(?!\d)/gu
const NUMBER_WORDS: readonly (readonly [number, RegExp])[] = (
  [
    [1, 'one|once|first|eins?|eine[rnms]?|un[oae]?|premier|primer[ao]?|一|壹'],
    [2, 'two|twice|second|zwei|deux|dos|due|dois|duas|二|两|兩|弐'],
    [3, 'three|third|drei|trois|tres|tre|três|三|叁'],
    [4, 'four|vier|quatre|cuatro|quattro|quatro|四'],
    [5, 'five|fünf|cinq|cinco|cinque|五'],
    [6, 'six|sechs|seis|sei|六'],
    [7, 'seven|sieben|sept|siete|sette|sete|七'],
    [8, 'eight|acht|huit|ocho|otto|oito|八'],
    [9, 'nine|neun|neuf|nueve|nove|九'],
    [10, 'ten|zehn|dix|diez|dieci|dez|十'],
    [11, 'eleven|elf|onze|once|undici|十一'],
    [12, 'twelve|dozen|zwölf|douze|doce|dodici|doze|十二'],
    [14, 'fourteen|fortnight|vierzehn|quatorze|catorce|十四'],
    [15, 'fifteen|fünfzehn|quinze|quince|十五'],
    [20, 'twenty|zwanzig|vingt|veinte|二十'],
    [24, 'twenty-four|vierundzwanzig|二十四'],
    [30, 'thirty|dreißig|trente|treinta|三十'],
    [60, 'sixty|sechzig|soixante|sesenta|六十'],
    [90, 'ninety|neunzig|noventa|九十'],
    [100, 'hundred|hundert|cent|cien|百'],
  ] as const
).map(([value, words]) => [value, wordPattern(words)] as const)

function wordPattern(words: string): RegExp {
  const [spaceless, spaced] = [/[\u3040-\u9fff]/u, /[a-z]/iu].map((script) =>
    words.split('|').filter((word) => script.test(word)),
  )
  return new RegExp(`(?<!\\p{L})(?:${spaced?.join('|')})(?!\\p{L})|${spaceless?.join('|') || '(?!)'}`, 'iu')
}

export function missingNumbers(written: string, source: string): string[] {
  const known = new Set<string>()
  for (const { whole, parts } of numbersIn(source)) for (const each of [whole, ...parts]) known.add(each)
  const isKnown = (number: string) =>
    known.has(number) || !!NUMBER_WORDS.find(([value]) => value === Number(number))?.[1].test(source)
  const beside = neighbours(source)
  const areBeside = (parts: readonly string[]) =>
    parts.length > 1 && parts.every((part, i) => i === 0 || beside.has(`${parts[i - 1]} ${part}`))
  const missing = numbersIn(written).filter(({ whole, parts }) => !isKnown(whole) && !areBeside(parts))
  return [...new Set(missing.map(({ shown }) => shown))]
}

const DATE = /(?<!\d)(?:\d{4}([-/.])(\d{1,2})\1(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\5\d{2,4})(?!\d)/gu
const TWO = /(?<!\d)(\d+)(?=[.,:;'’]?\s?(\d+))/gu

/** Numbers that may be written as one: "101, 102" and the 5.3. of 2024-03-05, but not the 1 and 5 of "1 to 5" or "1-5". */
function neighbours(source: string): Set<string> {
  const found = new Set<string>()
  const text = source.normalize('NFKC')
  for (const [, one = '', other = ''] of text.matchAll(TWO)) found.add(`${plain(one)} ${plain(other)}`)
  for (const [, , month, day, first = month ?? '', , second = day ?? ''] of text.matchAll(DATE)) {
    found.add(`${plain(first)} ${plain(second)}`)
    found.add(`${plain(second)} ${plain(first)}`)
  }
  return found
}

interface Found {
  readonly shown: string
  readonly whole: string
  /** The same as several numbers, which it may be: "rooms 101, 102", "5.3.". */
  readonly parts: readonly string[]
}

/** Numbers however they are written, 1,000 and 1000 and １０００ being one. */
function numbersIn(text: string): Found[] {
  const found: Found[] = []
  const take = (shown: string, whole: string) => {
    const parts = shown.split(/\D/u).map(plain)
    found.push({ shown, whole: plain(whole), parts: parts.length > 1 ? parts : [plain(whole)] })
    return ' '
  }
  const rest = text
    .normalize('NFKC')
    .replace(GROUPED, (grouped) => take(grouped, grouped.replace(/\D/gu, '')))
  for (const [number] of rest.matchAll(/\d+(?:[.,]\d+)?/gu)) take(number, number.replace(',', '.'))
  return found
}

function plain(number: string): string {
  const whole = number.replace(/^0+(?=\d)/u, '')
  return whole.includes('.') ? whole.replace(/\.?(?<!0)0+$/u, '') : whole
}
