/** Response bodies of many endpoints: a failure, and a success without data. */
import { z } from 'zod'

export const failureBody = z
  .object({
    code: z.int().describe('Error code; docs/errors.md lists all codes'),
    message: z
      .string()
      .describe('The message of docs/errors.md, followed by what was found and what is needed'),
    hint: z
      .string()
      .optional()
      .describe('What was found, what is needed and what to do. For people; programs should use `code`'),
  })
  .meta({ id: 'Failure', description: 'Body of every failure' })

export const okBody = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
  })
  .meta({ id: 'Ok', description: 'Success without data' })

type OkBody = z.infer<typeof okBody>
export const ok: OkBody = { code: 0, message: 'OK' }
