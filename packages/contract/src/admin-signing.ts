/** The admin contract of signing secrets: webhooks are signed as in Standard Webhooks, and secrets can be rotated. */
import { z } from 'zod'
import { optional, timeOf, wholeNumber } from './fields.ts'
import { withNeeded } from './needed.ts'

/** 24 to 64 bytes, as Standard Webhooks requires. */
const secret = () => {
  const schema = z
    .string()
    .max(100, { abort: true })
    .refine((value) => {
      if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
      const bytes = Math.floor((value.slice(6).replaceAll('=', '').length * 3) / 4)
      return bytes >= 24 && bytes <= 64
    })
  return withNeeded(schema, 'whsec_ followed by 24 to 64 bytes in base64')
}

export const signingSecretCreateRequest = z
  .object({
    secret: optional(secret()).describe('Your own secret; if omitted, one is generated'),
    expire_others_in_s: optional(wholeNumber(0, 2_592_000)).describe(
      'Seconds after which the other signing secrets of the endpoint expire; if omitted, they do not expire',
    ),
  })
  .meta({ id: 'SigningSecretCreateRequest', description: 'Add a signing secret' })

export const signingSecretCreated = z
  .object({
    id: z.string().describe('Id of the secret'),
    secret: z.string().describe('The secret; shown only now'),
  })
  .meta({ id: 'SigningSecretCreated', description: 'A new signing secret' })

export const signingSecretList = z
  .object({
    items: z
      .array(
        z
          .object({
            id: z.string().describe('Id of the secret'),
            created_at: timeOf('When the secret was created'),
            expires_at: timeOf('When the secret expires')
              .nullable()
              .describe('When the secret expires, in milliseconds since 1970; null: never'),
          })
          .meta({ id: 'SigningSecret', description: 'A signing secret, without the secret itself' }),
      )
      .describe('All signing secrets of the endpoint, newest first'),
  })
  .meta({ id: 'SigningSecretList', description: 'Signing secrets of an endpoint' })
