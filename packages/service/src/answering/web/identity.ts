/**
 * The identity of a visitor, proved by a JWT that the owner's server signed: with HS256 and the secret that Tandem gives out for
 * the agent, or with ES256 or EdDSA and the owner's key, whose public half Tandem has. The secret is not stored: it is derived
 * from the key of the database, the agent and a number in its settings. A new number makes a new secret and ends the old one.
 */
import { createHmac } from 'node:crypto'
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { email as emailField, text } from '@tandem/contract/fields'
import type { JWTPayload } from 'jose'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { JOSEError } from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { importSPKI } from 'jose/key/import'
import { Fault } from '../../platform/fault.ts'

type Web = AgentSettings['web']

export interface KnownUser {
  readonly id: string
  readonly email: string | null
}

const LONGEST_S = 12 * 3600
/** Clocks of other servers may be a little off. */
const TOLERANCE_S = 60
const USER_CHARS = 200
const withPublicKey = ['ES256', 'EdDSA', 'Ed25519']

export function identitySecret(fileKey: Buffer, agentId: string, { identity_version }: Web): string {
  return createHmac('sha256', fileKey)
    .update(`visitor identity ${identity_version} ${agentId}`)
    .digest('base64url')
}

/** Throws a fault with the reason when the token is not valid. */
export async function knownUser(
  token: string,
  { fileKey, agentId, web, now }: { fileKey: Buffer; agentId: string; web: Web; now: number },
): Promise<KnownUser> {
  const alg = algorithmOf(token)
  const secret = () => new TextEncoder().encode(identitySecret(fileKey, agentId, web))
  try {
    // HS256 uses the secret only, never the public key: anybody could sign with a public key as the secret.
    const key = alg === 'HS256' ? secret() : await importSPKI(web.identity_public_key, alg)
    const { payload } = await jwtVerify(token, key, {
      algorithms: [alg],
      currentDate: new Date(now),
      clockTolerance: TOLERANCE_S,
      requiredClaims: ['sub', 'exp'],
    })
    return userOf(payload, now)
  } catch (error) {
    if (error instanceof Fault) throw error
    if (error instanceof JOSEError) throw refused(error.message)
    throw refused('web.identity_public_key in the settings is no public key for this algorithm')
  }
}

function algorithmOf(token: string): string {
  let alg: string | undefined
  try {
    alg = decodeProtectedHeader(token).alg
  } catch {
    throw refused('it is no JWT')
  }
  if (alg !== undefined && ['HS256', ...withPublicKey].includes(alg)) return alg
  throw refused(
    `found the algorithm ${JSON.stringify(alg ?? null).slice(0, 40)}, needed HS256, ES256 or EdDSA`,
  )
}

function userOf({ sub, exp = 0, email }: JWTPayload, now: number): KnownUser {
  if (exp - now / 1000 > LONGEST_S + TOLERANCE_S) throw refused('it expires in more than 12 hours')
  if (!text(USER_CHARS).safeParse(sub).success)
    throw refused(`sub must be the id of the user, of at most ${USER_CHARS} characters`)
  const given = emailField().safeParse(email)
  return { id: sub as string, email: given.success ? given.data : null }
}

const refused = (why: string) => new Fault('authenticationFailed', `user_jwt: ${why}`)
