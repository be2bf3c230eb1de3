/** How a spreadsheet shows a number: enough of its format codes for prices, percentages, leading zeros and dates. */
export type NumberFormat =
  | { readonly kind: 'general' | 'date' }
  /** Hours, minutes or seconds counted beyond the day: [h]:mm. */
  | { readonly kind: 'duration'; readonly unit: 'h' | 'm' | 's'; readonly hasSeconds: boolean }
  | {
      readonly kind: 'pattern'
      readonly before: string
      readonly after: string
      readonly wholeDigits: number
      readonly decimals: number
      /** Of these decimals, those that are shown even when they are zero. */
      readonly fixedDecimals: number
      readonly isGrouped: boolean
      readonly isPercent: boolean
    }

const GENERAL: NumberFormat = { kind: 'general' }
/** Excel itself takes no longer ones. */
const MOST_CODE_CHARS = 255
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
}

/** Built-in formats by their numbers, others by their code. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code !== undefined && code.length > MOST_CODE_CHARS) return GENERAL
  const isDate =
    (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  if (id === 46 && code === undefined) return { kind: 'duration', unit: 'h', hasSeconds: true }
  const counted = /\[([hms])\1*\]/i.exec(code?.replace(/"[^"]*"|\\./g, '') ?? '')
  if (code !== undefined && counted) {
    const unit = counted[1]!.toLowerCase() as 'h' | 'm' | 's'
    return { kind: 'duration', unit, hasSeconds: /s/i.test(code.replace(/"[^"]*"/g, '')) }
  }
  if (code === undefined) return isDate ? { kind: 'date' } : patternOf(BUILT_IN[id] ?? '')
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
  if (/general/i.test(bare)) return GENERAL
  return /[ymdhs]/i.test(bare) ? { kind: 'date' } : patternOf(code)
}

/** Fractions, powers of ten, scaling by thousands and whatever else is not known here are shown as plain numbers. */
function patternOf(code: string): NumberFormat {
  const [positive = ''] = code.match(/(?:"[^"]*"|\\.|[^;])*/) ?? []
  const plain = positive
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, (_, symbol: string) => quoted(symbol))
    .replace(/\[[^\]]*\]|[_*]./g, '')
    .replace(/\\(.)/g, (_, char: string) => quoted(char))
  const found = /^((?:"[^"]*"|[^#0?"])*)([#0?][#0?,]*)(?:\.([#0?]+))?((?:"[^"]*"|[^#0?"])*)$/.exec(plain)
  if (!found) return GENERAL
  const [, before = '', whole = '', decimals = '', after = ''] = found
  const around = unquoted(before) + unquoted(after)
  if (/[eE@/]/.test((before + after).replace(/"[^"]*"/g, '')) || whole.endsWith(',') || around.length > 20)
    return GENERAL
  return {
    kind: 'pattern',
    before: unquoted(before).trimStart(),
    after: unquoted(after).trimEnd(),
    wholeDigits: whole.replace(/[^0]/g, '').length,
    decimals: decimals.length,
    fixedDecimals: decimals.replace(/[^0]/g, '').length,
    isGrouped: whole.includes(','),
    isPercent: (before + after).replace(/"[^"]*"/g, '').includes('%'),
  }
}

const quoted = (text: string) => `"${text.replaceAll('"', '')}"`
const unquoted = (text: string) => text.replaceAll('"', '')

/** Fifteen digits, as spreadsheets show: 0.1 + 0.2 is 0.3 there. */
export function shownNumber(number: number, format: NumberFormat): string {
  const plain = (value: number) => String(Number(value.toPrecision(15)))
  if (format.kind !== 'pattern' || Math.abs(number) >= 1e15) return plain(number)
  const value = Number((format.isPercent ? number * 100 : number).toPrecision(15))
  const places = Math.min(format.decimals, 15)
  // Rounded as it is written: in binary 2.005 is a little less.
  const rounded = Math.round(Number((Math.abs(value) * 10 ** places).toPrecision(15))) / 10 ** places
  const [whole = '0', decimals = ''] = rounded.toFixed(places).split('.')
  const padded = whole.padStart(format.wholeDigits, '0')
  const grouped = format.isGrouped ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded
  const kept =
    decimals.slice(0, format.fixedDecimals) + decimals.slice(format.fixedDecimals).replace(/0+$/, '')
  const sign = value < 0 && /[1-9]/.test(whole + decimals) ? '-' : ''
  return `${sign}${format.before}${grouped}${kept ? `.${kept}` : ''}${format.after}`
}

/** Counted in days, as dates are. */
export function shownDuration(days: number, format: NumberFormat & { kind: 'duration' }): string {
  const total = Math.round(Math.abs(days) * 86_400)
  const two = (value: number) => String(value).padStart(2, '0')
  const [minutes, seconds] = [Math.floor(total / 60), total % 60]
  const parts =
    format.unit === 's'
      ? [String(total)]
      : format.unit === 'm'
        ? [String(minutes), ...(format.hasSeconds ? [two(seconds)] : [])]
        : [String(Math.floor(minutes / 60)), two(minutes % 60), ...(format.hasSeconds ? [two(seconds)] : [])]
  return `${days < 0 ? '-' : ''}${parts.join(':')}`
}
