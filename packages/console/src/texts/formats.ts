/** Formats of numbers and times, each made once: to make one takes a hundred times as long as to use it. */

const made = new Map<string, unknown>()

function once<Format>(kind: string, locale: string, options: object, make: () => Format): Format {
  const name = `${kind} ${locale} ${JSON.stringify(options)}`
  if (!made.has(name)) made.set(name, make())
  return made.get(name) as Format
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}) =>
  once('number', locale, options, () => new Intl.NumberFormat(locale, options))

/** Whole numbers below a thousand read alike in every language here, and need no format: the first one takes long to make. */
export const sayNumber = (n: number, locale: string) =>
  Number.isInteger(n) && n >= 0 && n < 1000 ? String(n) : numberFormat(locale).format(n)

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  once('date', locale, options, () => new Intl.DateTimeFormat(locale, options))

export const relativeFormat = (locale: string, options: Intl.RelativeTimeFormatOptions) =>
  once('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options))

export const pluralRules = (locale: string) => once('plural', locale, {}, () => new Intl.PluralRules(locale))
