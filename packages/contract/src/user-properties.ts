/** Setting and reading the properties of a user, such as a name or a plan, which answers can use. */
import { z } from 'zod'
import { id, isBlank, optional, ownId, textFault } from './fields.ts'
import { grouped } from './grouped.ts'
import { range, withNeeded } from './needed.ts'

export const maxPropertiesPerUser = 100
const maxPropertyNameChars = 100
const maxPropertyValueChars = 2_000
const maxUsersPerQuery = 100
const maxUpdates = 500

/** Letters and digits of any script, with spaces, dots, hyphens and underscores between them. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_. -]*$/u
const nameNeeded = `a name of ${range(1, maxPropertyNameChars)} letters, digits, blanks and _ . -`

/** Why `name` is not a valid name of a property; undefined if it is valid. */
export function propertyNameFault(name: unknown): string | undefined {
  const needed = `needed ${nameNeeded}`
  if (typeof name !== 'string')
    return `property_name: found ${name === undefined ? 'nothing' : typeof name}, ${needed}`
  const fault = textFault(name, maxPropertyNameChars, false)
  if (fault) return `property_name: found ${fault}, ${needed}`
  return NAME.test(name) && !name.endsWith(' ')
    ? undefined
    : `property_name: found other characters, ${needed}`
}

export const propertyText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Why `value` is not a valid value; undefined if it is valid. The length of a list or an object is that of its JSON. */
export function propertyValueFault(value: unknown): string | undefined {
  if (value === undefined) return 'value: found nothing, needed a value; null removes the property'
  if (value === null) return undefined
  const words = propertyText(value)
  const most = `needed at most ${grouped(maxPropertyValueChars)} characters`
  if (words.length > maxPropertyValueChars * 2)
    return `value: found ${grouped(words.length)} characters, ${most}`
  const fault = words === '' || isBlank(words) ? undefined : textFault(words, maxPropertyValueChars, true)
  return fault && `value: found ${fault}, ${most}`
}

export const propertyUpdateRequest = z
  .object({
    user_id: ownId().describe('Your id of the user'),
    property_values: withNeeded(
      z
        .array(
          z.object({
            property_name: z.unknown().optional().describe(nameNeeded),
            value: z
              .unknown()
              .optional()
              .describe('Text, number, true, false, list or object; null removes the property'),
          }),
        )
        .min(1)
        .max(maxUpdates),
      `a list of ${range(1, maxUpdates)} objects with property_name and value`,
    ).describe(
      `Properties to set; other properties stay as they are. A user has at most ${maxPropertiesPerUser} properties`,
    ),
  })
  .meta({ id: 'PropertyUpdateRequest', description: 'Set properties of a user' })

/** The documentation of the platform uses both spellings of the name, so responses have both. */
const property = z.object({
  property_name: z.string().describe('Name of the property'),
  propertyName: z.string().describe('Same as property_name'),
  value: z.unknown().describe('Value of the property'),
})
export const propertyUpdateResult = z
  .object({
    success_update: z.array(property).describe('Properties that were set or removed'),
    fail_update: z
      .array(property.extend({ reason: z.string().describe('Why the property was not set') }))
      .describe('Properties that were not set'),
  })
  .meta({ id: 'PropertyUpdateResult', description: 'Which properties were set' })

const splitIds = (value: unknown) =>
  value === undefined || value === ''
    ? undefined
    : [value]
        .flat()
        .flatMap((part) => String(part).split(','))
        .map((part) => part.trim())
        .filter(Boolean)
const ids = (what: string) =>
  z
    .preprocess(
      splitIds,
      optional(
        withNeeded(
          z.array(id()).min(1).max(maxUsersPerQuery),
          `${range(1, maxUsersPerQuery)} ids, separated by commas or repeated`,
        ),
      ),
    )
    .describe(what)
export const propertyQuery = z.object({
  user_ids: ids(
    'Your ids of users, separated by commas or as a repeated parameter; required without anonymous_ids',
  ),
  anonymous_ids: ids(
    'Ids of anonymous users, separated by commas or as a repeated parameter; ignored if user_ids is given',
  ),
})
export const userProperties = z
  .object({
    user_id: z.string().optional().describe('The user id of the request'),
    anonymous_id: z.string().optional().describe('The anonymous id of the request'),
    property_values: z
      .array(property)
      .describe(
        'Properties, sorted by name; empty if the user has none or no user is bound to the anonymous id',
      ),
  })
  .meta({ id: 'UserProperties', description: 'The properties of a user' })
export const userPropertyList = z
  .array(userProperties)
  .meta({ id: 'UserPropertyList', description: 'One entry for each id, in the order of the request' })

export type PropertyUpdateResult = z.infer<typeof propertyUpdateResult>
export type UserProperties = z.infer<typeof userProperties>
