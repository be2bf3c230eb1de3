/**
 * Texts of the screens: every text stands in this folder in both languages, one file for each area, so that an area loads its own.
 * `useText(texts)` gives `t('key', { n: 3 })`; names in braces are filled in, numbers as the language writes them. Plurals are
 * chosen by `Intl` from `n`.
 */
import { pluralRules, sayNumber } from './formats.ts'
import { type Language, localeOf, useLanguage } from './language.ts'
import { pseudo } from './pseudo.ts'

/** With plurals, the forms that the language has; `n` chooses. */
type Plural = { readonly one?: string; readonly other: string }
type Entry = string | Plural
/** English, Chinese. */
export type Texts = Readonly<Record<string, readonly [Entry, Entry]>>

type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<T> = T extends string ? NamesIn<T> : T extends Plural ? NamesIn<T['other']> | 'n' : never
type Values<T> = NamesOf<T> extends never ? [] : [values: { readonly [K in NamesOf<T>]: string | number }]

/** A function from keys and values to words. */
export type Say<T extends Texts> = <K extends keyof T & string>(key: K, ...values: Values<T[K][0]>) => string

const said = new WeakMap<Texts, Map<Language, Say<Texts>>>()

/** The same texts in the same language are one function, however many parts of a page use them. */
export function sayIn<T extends Texts>(texts: T, language: Language): Say<T> {
  const made = said.get(texts) ?? new Map<Language, Say<Texts>>()
  said.set(texts, made)
  const say = made.get(language) ?? makeSay(texts, language)
  made.set(language, say)
  return say as Say<T>
}

function makeSay(texts: Texts, language: Language): Say<Texts> {
  const locale = localeOf(language)
  return (key, ...[values]) => {
    const [english, chinese] = texts[key] as readonly [Entry, Entry]
    const entry = language === 'zh' ? chinese : english
    const given = (values ?? {}) as Record<string, string | number>
    const form = typeof entry === 'string' ? entry : formOf(entry, Number(given.n), locale)
    const text = language === 'pseudo' ? pseudo(form) : form
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = given[name]
      return typeof value === 'number' ? sayNumber(value, locale) : (value ?? whole)
    })
  }
}

const formOf = (entry: Plural, n: number, locale: string) =>
  pluralRules(locale).select(n) === 'one' ? (entry.one ?? entry.other) : entry.other

export const useText = <const T extends Texts>(texts: T): Say<T> => sayIn(texts, useLanguage())
