/**
 * Everything once, with the SDK alone: an agent, a file, an answer, a stream whose connection is cut twice, the message
 * webhook, and a person who takes over, replies and closes.
 *   TANDEM_URL=http://127.0.0.1:7070 TANDEM_ADMIN_TOKEN=… node examples/tour.ts
 */
import { createServer } from 'node:http'
import { Tandem, TandemAdmin } from '@tandem/sdk'
import { createReceiver } from '@tandem/sdk/receiver'

const { TANDEM_URL: url = 'http://127.0.0.1:7070', TANDEM_ADMIN_TOKEN: token = '' } = process.env
const admin = new TandemAdmin({ url, token })
const { agent, api_key: apiKey } = await admin.agents.create({ name: 'Tour' })
const agentId = agent.id

let cuts = 0
const tandem = new Tandem({ url, apiKey, fetch: cutTwice })
await tandem.knowledge.addFile({
  name: 'faq.csv',
  data: 'question,answer\nHow long does it take?,Three days.\n',
})
const chat = await tandem.conversations.create({ userId: 'customer-4711' })
console.log(`blocking: ${(await chat.send('How long does it take?')).text}`)

let streamed = ''
for await (const part of chat.stream('How long does it take?'))
  if (part.type === 'text') streamed += part.text
console.log(`streamed over ${cuts} cuts: ${streamed}`)

const { promise: ended, resolve: end } = Promise.withResolvers<void>()
const hooks = createReceiver({
  tandem,
  async message({ output }) {
    const text = output.map(({ content }) => content.text).join(' ')
    console.log(`webhook: ${text}`)
    if (text === 'Three days.') await chat.handOver()
    if (text === 'Ann here.') await chat.submit('Thank you, that is all.')
  },
  handoff: {
    establish: (_handoff, { reply }) => reply('Ann here.'),
    async chat({ body }, { reply, close }) {
      console.log(`desk: ${body}`)
      await reply('Good-bye!')
      await close()
      end()
    },
  },
})
const server = createServer(hooks.node).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const address = server.address()
const own = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`
await admin.messageWebhook.set({ agentId }, { url: own })
await admin.humanServices.create({ agentId }, { name: 'Desk', webhook_url: own })
await chat.submit('How long does it take?')
await ended

const [handoff] = (await admin.handoffs.list({ agentId }).page()).items
console.log(`handoff: ${handoff?.end_reason}`)
await admin.agents.delete({ agentId })
server.close()

/** Stands in for a bad line: lets the first piece of a stream through and breaks off, two times. */
async function cutTwice(...args: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...args)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || cuts >= 2) return response
  cuts++
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  const pieces = [first?.value]
  const pull = (controller: ReadableStreamDefaultController) =>
    pieces.length > 0 ? controller.enqueue(pieces.pop()) : controller.error(new Error('the line is cut'))
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), response)
}
