/** Bodies that many endpoints answer with: the failure of the contract and the plain success. */
import { z } from 'zod'

export const failureBody = z
  .object({
    code: z.int().describe('Number of the failure; docs/errors.md lists them all'),
    message: z
      .string()
      .describe('What went wrong: the words of docs/errors.md, then what was found and what is needed'),
    hint: z
      .string()
      .optional()
      .describe('What was found, what is needed and what to do; for people, not for programs'),
  })
  .meta({ id: 'Failure', description: 'Body of every failure' })

export const okBody = z
  .object({
    code: z.literal(0).describe('Always 0'),
    message: z.literal('OK').describe('Always OK'),
  })
  .meta({ id: 'Ok', description: 'Plain success' })

export type OkBody = z.infer<typeof okBody>
export const ok: OkBody = { code: 0, message: 'OK' }
