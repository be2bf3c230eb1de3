/** Re-encrypts every stored secret under the first key of the ring; the box must still open the old ones. */
import type { Database } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'
import { serviceContext, webhookContext } from './integrations.ts'
import { signingContext } from './signing-secrets.ts'
import { listSealedSecrets, resealHumanService, resealMessageWebhook, resealSigningSecret } from './store.ts'

export async function resealAll(database: Database, box: SecretBox): Promise<number> {
  const again = (sealed: string | null, context: string) => box.seal(box.open(sealed ?? '', context), context)
  return database.transaction(async (tx) => {
    const { webhooks, services, signing } = await listSealedSecrets(tx)
    for (const { id, sealed_secret } of webhooks) {
      await resealMessageWebhook(tx, id, again(sealed_secret, webhookContext(id)))
    }
    for (const { id, sealed_secret } of services) {
      await resealHumanService(tx, id, again(sealed_secret, serviceContext(id)))
    }
    for (const { id, sealed_secret } of signing) {
      await resealSigningSecret(tx, id, again(sealed_secret, signingContext(id)))
    }
    return webhooks.length + services.length + signing.length
  })
}
