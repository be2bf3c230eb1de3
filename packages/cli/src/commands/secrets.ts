/** `tandem secrets rotate`: makes a new encryption key, re-encrypts every stored secret with it, and drops the old key. */
import { randomBytes } from 'node:crypto'
import { resealAll } from '@tandem/service/agents/reseal'
import type { Database } from '@tandem/service/platform/database/handle'
import { renewKeyCheck, resealFileKey } from '@tandem/service/platform/instance-keys'
import {
  createSecretBox,
  keptSecret,
  parseKeys,
  replaceKeptSecret,
  type SecretBox,
} from '@tandem/service/platform/secrets'
import type { Command } from '../command.ts'
import { withDatabase } from '../open-store.ts'

const FILE = 'secret.key'
const newKey = () => randomBytes(32).toString('base64')

async function reseal(database: Database, box: SecretBox): Promise<number> {
  const count = await resealAll(database, box)
  await resealFileKey(database, box)
  await renewKeyCheck(database, box)
  return count
}

export const secretsRotate: Command = {
  name: 'secrets rotate',
  usage: '',
  says: 'Re-encrypts stored secrets: under a new key kept in the data folder, or under the first of TANDEM_SECRET_KEY. A running service goes on with the new key of the data folder by itself.',
  run: ({ environment, output }) =>
    withDatabase(environment, async (database, config) => {
      if (config.secretKeys !== undefined) {
        const box = createSecretBox(parseKeys(config.secretKeys, 'TANDEM_SECRET_KEY'))
        const count = await reseal(database, box)
        output.result({ resealed: count, key_id: box.keyId }, [
          `${count} secrets are now encrypted under key ${box.keyId}, the first of TANDEM_SECRET_KEY. The others may be dropped.`,
        ])
        return 0
      }
      const old = keptSecret(config.dataFolder, FILE, newKey).value
      // Both keys first, so that after a crash the file still opens every secret.
      const both = `${newKey()},${old}`
      replaceKeptSecret(config.dataFolder, FILE, both)
      const box = createSecretBox(parseKeys(both, FILE))
      const count = await reseal(database, box)
      replaceKeptSecret(config.dataFolder, FILE, both.split(',')[0] as string)
      output.result({ resealed: count, key_id: box.keyId }, [
        `${count} secrets are now encrypted under the new key ${box.keyId} in ${FILE}. A running service goes on with it.`,
      ])
      return 0
    }),
}
