/** Formats the numbers of a spreadsheet as a person sees them. Dates have the year first, which is unambiguous in all countries. */
import { format, getFormatInfo } from 'numfmt'

const GENERAL = 'General'
const DATE = 'yyyy-mm-dd'
/** The limit of Excel for the length of a format code. */
const MOST_CODE_CHARS = 255
const DAYS_UNTIL_1904 = 1462

/** The formats that workbooks reference by number only. Date formats have many numbers, one for each national notation. */
const NUMBERS = { 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%' }
const ACCOUNTS = { 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00' }
const TIMES = { 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm', 21: 'h:mm:ss', 22: `${DATE} hh:mm` }
const SPANS = { 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss' }
const BUILT_IN: Record<number, string> = { ...NUMBERS, ...ACCOUNTS, ...TIMES, ...SPANS }

export function formatCode(id: number): string {
  const isDate = (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDate ? DATE : (BUILT_IN[id] ?? GENERAL)
}

export function numberText(value: string, written = GENERAL, isFrom1904 = false): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  // Spreadsheets show 15 significant digits: 0.1 + 0.2 is 0.3 there.
  const plain = String(Number(number.toPrecision(15)))
  if (written === GENERAL || written.length > MOST_CODE_CHARS) return plain
  // Keeps the sign of a currency but not its locale, so that numbers have the same separators in the whole sheet.
  const code = written.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) => sign && `"${sign}"`)
  try {
    const { type } = getFormatInfo(code)
    if (type === 'time') return (number < 0 ? '-' : '') + format(code, Math.abs(number))
    const isDate = type === 'date' || type === 'datetime'
    const shown = isDate ? dateCode(code, type, number) : code
    const days = isDate && isFrom1904 ? number + DAYS_UNTIL_1904 : number
    return format(shown, days, { dateErrorThrows: true }).trim() || plain
  } catch {
    return plain
  }
}

function dateCode(code: string, type: string, days: number): string {
  if (days < 1) return 'hh:mm'
  return type === 'date' ? DATE : `${DATE} hh:mm${/s/i.test(code) ? ':ss' : ''}`
}
