/**
 * What can be set on a human service component beyond its address and timeouts: when people are there, which users it is
 * for, whether it may answer without an API key, and what users are told. Every field has a default.
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

export const serviceHours = z
  .object({
    time_zone: timeZone().describe('The time zone the hours are in'),
    weekly: list(
      z.object({
        days: list(z.enum(weekdays), 7).describe('Days of the week'),
        from: timeOfDay().describe('From this time of day'),
        to: timeOfDay().describe('Until this time of day; at or before `from`: of the next day'),
      }),
      50,
    ).describe('When people are there'),
    closed_dates: z
      .preprocess((value) => value ?? undefined, list(date(), 400).default([]))
      .describe('Days on which nobody is there: hours that would begin on them do not'),
  })
  .meta({ id: 'ServiceHours', description: 'When people are there' })

const texts = z
  .record(languageTag(), z.record(text(60), z.string().max(2_000)))
  .refine((value) => Object.keys(value).length <= 40)

export const humanServiceOptions = z
  .object({
    hours: serviceHours.nullable().default(null).describe('When people are there; null: always'),
    languages: list(languageTag(), 40).default([]).describe('Languages spoken there'),
    phrases: list(text(200), 200)
      .default([])
      .describe('Words of the user by which this component is chosen, in any case'),
    keyless_replies: z
      .boolean()
      .default(false)
      .describe('Whether replies and closes need no API key: the id of the handoff is the proof then'),
    texts: texts
      .default({})
      .describe('What users are told, by language and name; an empty text says nothing'),
  })
  .meta({ id: 'HumanServiceOptions', description: 'Hours, languages, rules and texts of a human service' })

/** In a change what is absent stays, and null puts a field back to its default. */
export const humanServiceOptionsChange = z
  .object({
    hours: serviceHours.nullish().describe('When people are there; null: always'),
    languages: humanServiceOptions.shape.languages.unwrap().nullish().describe('Languages spoken there'),
    phrases: humanServiceOptions.shape.phrases
      .unwrap()
      .nullish()
      .describe('Words of the user by which this component is chosen'),
    keyless_replies: z.boolean().nullish().describe('Whether replies and closes need no API key'),
    texts: texts.nullish().describe('What users are told, by language and name'),
  })
  .meta({ id: 'HumanServiceOptionsChange', description: 'Options to set; what is absent stays, null resets' })

export type ServiceHours = z.output<typeof serviceHours>
export type HumanServiceOptions = z.output<typeof humanServiceOptions>
export type HumanServiceOptionsChange = z.output<typeof humanServiceOptionsChange>
