/** The demo agent of `tandem dev`: made when the database has no agent, with a few pairs and a desk. */

import { addHumanService } from '@tandem/service/agents/integrations'
import { createAgent, createKey, hashKey, prefixOf } from '@tandem/service/agents/manage-agents'
import { findKeyByPrefix, listAgents } from '@tandem/service/agents/store'
import { addDocument } from '@tandem/service/knowledge/documents'
import type { Service } from '@tandem/service/main'
import { systemClock } from '@tandem/service/platform/clock'
import { readKeptSecret, replaceKeptSecret } from '@tandem/service/platform/secrets'

/** The database stores only a hash. The demo's key is kept in this file, so that the card can show it at every start. */
const FILE = 'demo-api-key'

const pairs = [
  {
    question: 'What are your opening hours?',
    answer: 'We are here Monday to Friday from 9:00 to 18:00, and Saturday from 10:00 to 14:00.',
  },
  {
    question: 'How do I reset my password?',
    answer:
      'Choose "Forgot password" on the sign-in page and follow the link we send you. It works for one hour.',
  },
  {
    question: 'Can I return an item I bought?',
    answer: 'Yes, within 30 days, unused and in its packaging. Start the return from your order page.',
  },
  {
    question: 'How long does delivery take?',
    answer: 'Two to four working days inside the country, five to nine abroad.',
  },
  // The same answer under two more questions: an entry with several phrasings, as editors write them.
  {
    question: 'When will my parcel be shipped and arrive?',
    answer: 'Two to four working days inside the country, five to nine abroad.',
  },
  {
    question: 'How long does shipping take?',
    answer: 'Two to four working days inside the country, five to nine abroad.',
  },
  {
    question: 'How can I talk to a person?',
    answer:
      'Write "I want to talk to a human". It rings at the desk, and whoever works there talks to you here.',
  },
]

export async function ensureDemo(
  service: Service,
  dataFolder: string,
): Promise<{ agentId: string; apiKey: string }> {
  const { database, app } = service
  const known = await keptDemo(service, dataFolder)
  if (known) return known
  const [newest] = await listAgents(database, { status: 'active', cursor: undefined, limit: 1 })
  if (newest) {
    const { apiKey } = await createKey(database, systemClock, newest.id, 'tandem dev')
    replaceKeptSecret(dataFolder, FILE, apiKey)
    return { agentId: newest.id, apiKey }
  }
  const { agent, apiKey } = await createAgent(database, systemClock, 'Demo agent')
  await addDocument(app.knowledge, agent.id, {
    name: 'Shop questions',
    baseId: undefined,
    sourceUrl: null,
    content: pairs,
  })
  await app.settings.change(agent.id, {
    web: {
      enabled: true,
      title: 'Demo shop',
      greeting: 'Hello! Ask me about opening hours, delivery or returns.',
    },
    desk: { pairs: 'live' },
  })
  await addHumanService(app.integration, agent.id, {
    name: 'Demo desk',
    kind: 'desk',
    // Long, because a visitor of the demo has to open the desk first.
    waiting_timeout_s: 600,
    idle_timeout_s: 1800,
  })
  replaceKeptSecret(dataFolder, FILE, apiKey)
  return { agentId: agent.id, apiKey }
}

/** The key in the file, if it still works. */
async function keptDemo({ database }: Service, dataFolder: string) {
  const apiKey = readKeptSecret(dataFolder, FILE)
  if (apiKey === undefined) return undefined
  const prefix = prefixOf(apiKey)
  const row = prefix ? await findKeyByPrefix(database, prefix) : undefined
  const works = row && row.hash === hashKey(apiKey) && row.revoked_at === null && row.deleted_at === null
  return works ? { agentId: row.agent_id, apiKey } : undefined
}
