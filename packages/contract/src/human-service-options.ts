/**
 * The options of a human service component besides its address and timeouts: service hours, the users it is for, whether it
 * may reply without an API key, and the texts of its notices. Every field has a default.
 */
import { z } from 'zod'
import { languageTag, patterned, text } from './fields.ts'
import { withNeeded } from './needed.ts'
import { weekdays } from './weekdays.ts'

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
const timeZone = () =>
  withNeeded(
    z.string().max(60, { abort: true }).refine(isTimeZone),
    'the name of a time zone such as Europe/Berlin, Asia/Shanghai or UTC',
  )
const timeOfDay = () =>
  patterned(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 5, 'a time of day from 00:00 to 24:00, such as 09:30')
const isDate = (value: string) => {
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
const date = () =>
  withNeeded(
    z
      .string()
      .max(10, { abort: true })
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .refine(isDate),
    'a date such as 2026-12-25',
  )
const list = <T extends z.ZodType>(entry: T, max: number) =>
  withNeeded(z.array(entry).max(max), `a list of at most ${max} entries`)

const serviceHours = z
  .object({
    time_zone: timeZone().describe('Time zone of the hours'),
    weekly: list(
      z.object({
        days: list(z.enum(weekdays), 7).describe('Days of the week'),
        from: timeOfDay().describe('Start of service'),
        to: timeOfDay().describe('End of service; on the next day if it is not after `from`'),
      }),
      50,
    ).describe('Weekly service hours'),
    closed_dates: z
      .preprocess((value) => value ?? undefined, list(date(), 400).default([]))
      .describe('Dates without service; hours that begin on such a date are left out'),
  })
  .meta({ id: 'ServiceHours', description: 'When people are available' })

const texts = z
  .record(languageTag(), z.record(text(60), z.string().max(2_000)))
  .refine((value) => Object.keys(value).length <= 40)

export const humanServiceOptions = z
  .object({
    hours: serviceHours.nullable().default(null).describe('When people are available; null: always'),
    languages: list(languageTag(), 40).default([]).describe('Languages spoken there'),
    phrases: list(text(200), 200)
      .default([])
      .describe('This component is chosen if the user writes one of these phrases, in upper or lower case'),
    keyless_replies: z
      .boolean()
      .default(false)
      .describe('true: replies and closes need no API key, only the id of the handoff'),
    texts: texts
      .default({})
      .describe('Texts of the notices to users, by language and name; an empty text sends no notice'),
  })
  .meta({ id: 'HumanServiceOptions', description: 'Hours, languages, rules and texts of a human service' })

/** A field that is left out stays as it is; null resets it to its default. */
export const humanServiceOptionsChange = z
  .object({
    hours: serviceHours.nullish().describe('When people are available; null: always'),
    languages: humanServiceOptions.shape.languages.unwrap().nullish().describe('Languages spoken there'),
    phrases: humanServiceOptions.shape.phrases
      .unwrap()
      .nullish()
      .describe('This component is chosen if the user writes one of these phrases'),
    keyless_replies: z.boolean().nullish().describe('true: replies and closes need no API key'),
    texts: texts.nullish().describe('Texts of the notices to users, by language and name'),
  })
  .meta({
    id: 'HumanServiceOptionsChange',
    description: 'Options to change; an omitted field stays as it is, null resets it to its default',
  })

export type ServiceHours = z.output<typeof serviceHours>
export type HumanServiceOptions = z.output<typeof humanServiceOptions>
export type HumanServiceOptionsChange = z.output<typeof humanServiceOptionsChange>
