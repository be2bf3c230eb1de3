/**
 * Builders of single fields. Each one refuses values that cannot be stored or sent unchanged, and states in words what it
 * accepts, so that no schema has error texts of its own. For an optional field `null` means the same as leaving it out.
 */
import { z } from 'zod'
import { grouped } from './grouped.ts'
import { range, withNeeded } from './needed.ts'

/** The "found" and "needed" texts of a rule that Zod has no issue kind for; `explain.ts` reads them. */
export interface RuleParams {
  readonly found?: string
  readonly needed?: string
}

export function codePoints(value: string): number {
  let count = value.length
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count--
  }
  return count
}

/** The characters of longer strings are not counted, because that would take too long. */
const maxCountedUnits = 2_000_000

export const countInWords = (value: string) =>
  value.length > maxCountedUnits ? `more than ${grouped(maxCountedUnits / 2)}` : grouped(codePoints(value))

/** Matches a visible character. */
const VISIBLE = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Only this much of a text is searched for a visible character: scanning megabytes of blanks would delay other requests. */
const BLANK_CHARS = 100_000

export const isBlank = (value: string) => !VISIBLE.test(value.slice(0, BLANK_CHARS))

/** Why `value` is not a valid text of at most `max` characters; undefined if it is valid. The length is checked first. */
export function textFault(value: string, max: number, blankAllowed: boolean): string | undefined {
  if (value.length === 0) return 'an empty string'
  // A character is one or two UTF-16 units, so characters are counted only when `length` is between `max` and `2 * max`.
  if (value.length > max && (value.length > 2 * max || codePoints(value) > max))
    return `a string of ${countInWords(value)} characters`
  if (value.includes('\0')) return 'a NUL character'
  if (!value.isWellFormed()) return 'half a character (an unpaired surrogate)'
  if (!blankAllowed && isBlank(value))
    return value.trim() === '' ? 'only white space' : 'only characters that cannot be seen'
  return undefined
}

interface TextOptions {
  /** Accepts text that is only white space (a delimiter may be a line break). */
  readonly blankAllowed?: boolean
  /** Minimum number of characters. */
  readonly min?: number
}

export function text(max: number, { blankAllowed = false, min = 1 }: TextOptions = {}) {
  const schema = z
    .string()
    .check((ctx) => {
      const isShort = () => ctx.value.length < 2 * min && codePoints(ctx.value) < min
      const found =
        textFault(ctx.value, max, blankAllowed) ??
        (isShort() ? `a string of ${countInWords(ctx.value)} characters` : undefined)
      if (found) ctx.issues.push({ code: 'custom', input: ctx.value, params: { found } })
    })
    .meta({ minLength: min, maxLength: max })
  return withNeeded(schema, `a string of ${range(min, max)} characters`)
}

/** Text without a length limit in the schema, because other code limits it. */
export function anyText() {
  const schema = z
    .string()
    .check((ctx) => {
      const found = textFault(ctx.value, Number.POSITIVE_INFINITY, false)
      if (found) ctx.issues.push({ code: 'custom', input: ctx.value, params: { found } })
    })
    .meta({ minLength: 1 })
  return withNeeded(schema, 'a string that is not blank')
}

/** Text that matches a pattern. The pattern never runs on more than `max` UTF-16 units. `needed` describes a valid text. */
export function patterned(pattern: RegExp, max: number, needed: string) {
  return withNeeded(z.string().max(max, { abort: true }).regex(pattern), needed)
}

/** The longest address that e-mail allows. */
export const maxEmailChars = 254
export const email = () =>
  patterned(/^[^\s@\0]+@[^\s@\0]+$/, maxEmailChars, `an email address of at most ${maxEmailChars} characters`)

export const languageTag = () =>
  patterned(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 100, 'a language tag such as en, zh or pt-BR')

/** The prefix of a data URL, which is what browsers make from a file. */
const DATA_URL = /^data:[^,]{0,200};base64,/i

/** Only the beginning of a base64 file is checked here; the rest is checked when it is decoded, in slices. */
const BASE64_HEAD_CHARS = 1_000

export const base64Words = 'the content of the file as base64'

/** A file as base64, with or without line breaks. The prefix of a data URL is removed. */
export function base64() {
  const schema = z.string().check((ctx) => {
    const head = ctx.value.slice(0, BASE64_HEAD_CHARS)
    const isEmpty = head.length === ctx.value.length && head.trim() === ''
    if (!isEmpty && !/[^A-Za-z0-9+/_=\s-]/.test(head)) return
    const params: RuleParams = isEmpty
      ? { found: 'a file of 0 bytes', needed: `${base64Words}, at least 1 byte` }
      : {}
    ctx.issues.push({ code: 'custom', input: ctx.value, params })
  })
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(DATA_URL, '') : value),
    withNeeded(schema.meta({ contentEncoding: 'base64' }), base64Words),
  )
}

const maxIdChars = 200
export const maxUrlChars = 2_048

/** An id that the service made. Any short text passes, so that an unknown id is reported as unknown, not as malformed. */
export const id = () => text(maxIdChars)

/** An id that the developer chose. A number is accepted too and becomes its digits. */
export function ownId() {
  return z.preprocess((value) => (Number.isSafeInteger(value) ? String(value) : value), id())
}

function urlFault(value: string): string | undefined {
  const fault = textFault(value, maxUrlChars, false)
  if (fault) return fault
  // The URL parser drops white space silently, so the address in use would differ from the address in the request.
  if (value !== value.trim() || /[\t\r\n]/.test(value)) return 'a URL with white space around or inside it'
  const url = URL.parse(value)
  if (!url) return ''
  if (url.username || url.password) return 'a URL with a user name or password in it'
  return url.protocol === 'http:' || url.protocol === 'https:' ? undefined : ''
}

export const urlWords = `an http or https URL of at most ${grouped(maxUrlChars)} characters, without user name or password`

/** An absolute http or https URL without credentials, because credentials in a URL end up in logs. */
export function httpUrl() {
  const schema = z
    .string()
    .check((ctx) => {
      const found = urlFault(ctx.value)
      if (found === undefined) return
      ctx.issues.push({ code: 'custom', input: ctx.value, params: found ? { found } : {} })
    })
    .meta({ format: 'uri', minLength: 1, maxLength: maxUrlChars })
  return withNeeded(schema, urlWords)
}

/**
 * A file, or a list of files, whose content may be in the field `content`. Such a file is not fetched, so its address may be
 * anything (clients send `local://faq.md`); an address that is not http or https is removed.
 */
export function withContent<T extends z.ZodType>(schema: T, content: string, addresses: readonly string[]) {
  const isForeign = (value: unknown) => typeof value === 'string' && !/^https?:/i.test(value)
  const checked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(checked)
    if (typeof value !== 'object' || value === null) return value
    const file: Record<string, unknown> = { ...value }
    if (typeof file[content] !== 'string' || file[content] === '') return value
    for (const name of addresses) if (isForeign(file[name])) delete file[name]
    return file
  }
  return z.preprocess(checked, schema)
}

/**
 * Some clients send numbers as strings, and a query string holds only strings. A string of digits becomes a number; any
 * other string stays as it is and is refused by the schema, which declares a number.
 */
const fromDigits = (value: unknown) =>
  typeof value === 'string' && value.length <= 17 && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value

/** Makes a schema of numbers accept strings of digits too. */
export function numeric<T extends z.ZodType>(schema: T) {
  return z.preprocess(fromDigits, schema)
}

export function wholeNumber(min: number, max: number) {
  const from = max < Number.MAX_SAFE_INTEGER ? 'from' : 'of'
  return withNeeded(z.int().min(min).max(max), `a whole number ${from} ${range(min, max)}`)
}

/** Milliseconds since 1970. */
export function timestamp() {
  const schema = z.int().min(0).meta({ format: 'int64' })
  return numeric(withNeeded(schema, 'milliseconds since 1970 as a whole number'))
}

/** True or false, also as the words "true" and "false". */
export function flag() {
  const fromWord = (value: unknown) => (value === 'true' ? true : value === 'false' ? false : value)
  return z.preprocess(fromWord, z.boolean())
}

/** A number of things in a response; `what` describes it. */
export const count = (what: string) => z.int().min(0).describe(what)

/** Text in a response that may be null; `what` describes it. */
export const textOrNull = (what: string) => z.string().nullable().describe(what)

/** A time in a response; `what` describes it. */
export const timeOf = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ format: 'int64', description: `${what}, in milliseconds since 1970` })

/** A time in a response that is null until it comes. */
export const timeOrNull = (what: string) =>
  timeOf(what).nullable().describe(`${what}, in milliseconds since 1970, or null`)

/** A field that may be left out; null means the same. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => value ?? undefined, schema.optional())
}

/** A field that may be left out; null and "" mean the same (typed clients send "" for an unset field). */
export function optionalOrEmpty<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), schema.optional())
}

/** A number that is `fallback` when it is left out or null. */
export function withDefault(schema: z.ZodNumber, fallback: number) {
  return z.preprocess((value) => fromDigits(value ?? undefined), schema.default(fallback))
}

/** A whole number in the query string that is `fallback` when it is left out or empty. */
export function queryNumber(min: number, max: number, fallback: number) {
  return z.preprocess(
    (value) => (value === '' ? undefined : fromDigits(value ?? undefined)),
    wholeNumber(min, max).default(fallback),
  )
}

/** Ids in a query string: a repeated parameter, comma-separated ids, or both. */
export function queryIds(max: number) {
  const split = (value: unknown) => {
    const given = Array.isArray(value) ? value : [value]
    if (!given.every((each) => typeof each === 'string')) return value
    return given.flatMap((each) => each.split(',')).flatMap((each) => each.trim() || [])
  }
  const list = withNeeded(
    z.array(id()).min(1).max(max),
    `${range(1, max)} ids of at most ${maxIdChars} characters`,
  )
  return z.preprocess(split, list)
}

export const pageQuery = {
  page: queryNumber(1, 1_000_000, 1).describe('Page number, starting at 1'),
  page_size: queryNumber(1, 100, 20).describe('Entries per page'),
}
