/**
 * Encrypts stored secrets again, or for the first time. Each is written alone, and only when it is still as it was read: a
 * running service may change it meanwhile, and that change must stay.
 */
import type { Database } from '../platform/database/handle.ts'
import { keyIdOf, type SecretBox } from '../platform/secrets.ts'
import { serviceContext, signingContext, webhookContext } from './endpoints.ts'
import { listSealedSecrets, plainTokens, resealSecret, type SealedSecret } from './store.ts'
import { openedUsername, storedUsername, withoutMark } from './webhook-username.ts'

const contextOf: Readonly<Record<SealedSecret['of'], (id: string) => string>> = {
  webhook: webhookContext,
  service: serviceContext,
  signing: signingContext,
  webhookToken: webhookContext,
  serviceToken: serviceContext,
}

/** Seals tokens that an earlier version stored in plain text. */
export async function sealTokens(database: Database, box: SecretBox): Promise<void> {
  for (const token of await plainTokens(database)) {
    const sealed = storedUsername(box, token.sealed, false, contextOf[token.of](token.id)) as string
    await database.transaction('reseal: username', (tx) => resealSecret(tx, token, sealed))
  }
}

/** Re-encrypts all secrets under the first key of the ring; the box must still open the old ones. Returns their number. */
export async function resealAll(database: Database, box: SecretBox): Promise<number> {
  for (;;) {
    const all = await listSealedSecrets(database)
    const old = all.filter(({ sealed }) => keyIdOf(withoutMark(sealed)) !== box.keyId)
    if (old.length === 0) return all.length
    for (const secret of old) {
      const context = contextOf[secret.of](secret.id)
      const isToken = secret.of === 'webhookToken' || secret.of === 'serviceToken'
      const again = isToken
        ? (storedUsername(box, openedUsername(box, secret.sealed, context), false, context) as string)
        : box.seal(box.open(secret.sealed, context), context)
      await database.transaction('reseal', (tx) => resealSecret(tx, secret, again))
    }
    // A secret that was changed meanwhile may still be under an old key: the next round finds it.
  }
}
