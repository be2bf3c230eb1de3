/**
 * A help desk with one person who answers everybody: a human service of an agent.
 *   TANDEM_URL=http://127.0.0.1:7070 TANDEM_API_KEY=… node examples/fastify-desk.ts
 * Add it to the agent with its address as webhook_url (docs/handoff.md).
 */
import { Tandem } from '@tandem/sdk'
import { createReceiver } from '@tandem/sdk/receiver'
import fastify from 'fastify'

const { PORT = '3001', TANDEM_URL: url = 'http://127.0.0.1:7070', TANDEM_API_KEY: apiKey = '' } = process.env

/** Open handoffs, with what was said. */
const open = new Map<string, string[]>()

const hooks = createReceiver({
  tandem: new Tandem({ url, apiKey }),
  handoff: {
    async establish({ conversation_id, body, user_info }, { reply }) {
      open.set(
        conversation_id,
        body.map(({ text, message_type }) => `${message_type}: ${text}`),
      )
      console.log(`${user_info.user_id ?? user_info.anonymous_id} wants a person`)
      await reply('Hello, this is Ann. I have read what you wrote.')
    },
    async chat({ conversation_id, body }, { reply, close }) {
      open.get(conversation_id)?.push(body)
      console.log(`The user says: ${body}`)
      if (!/thank/i.test(body)) return reply('Let me see.')
      await reply('You are welcome. Good-bye!')
      await close()
      open.delete(conversation_id)
    },
    close({ conversation_id, type }) {
      open.delete(conversation_id)
      console.log(`Ended: ${type}`)
    },
  },
  onFailure: (message) => console.warn(message),
})

const app = fastify()
app.get('/', () => Object.fromEntries(open))
await app.register(hooks.fastify, { prefix: '/desk' })
console.log(`Desk at ${await app.listen({ port: Number(PORT), host: '127.0.0.1' })}/desk`)
