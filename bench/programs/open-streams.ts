/** Holds many event streams of chats open, and measures how long a message takes from being sent to arriving on its stream. */
import { connect, type Socket } from 'node:net'
import { answerCalls } from '../delivery/parts/peer.ts'

interface Chat {
  readonly id: string
  readonly token: string
}

const AT_ONCE = 50
const chats: Chat[] = []
const sockets: Socket[] = []
/** What is waited for: the words, and whom to tell when they arrive. */
let awaited: { word: string; arrived: (atMs: number) => void } | undefined
let url = ''
let port = 0

async function startChat(agentId: string): Promise<Chat> {
  const response = await fetch(`${url}/web/v1/agents/${agentId}/chats`, { method: 'POST' })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  const { conversation_id: id, token } = (await response.json()) as { conversation_id: string; token: string }
  return { id, token }
}

/** The headers that a browser sends. */
const BROWSER = [
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept: text/event-stream',
  'accept-language: en-GB,en;q=0.9',
  'accept-encoding: gzip, deflate, br',
  'cache-control: no-cache',
  'sec-fetch-site: same-origin',
  'sec-fetch-mode: cors',
  'last-event-id: 0',
].join('\r\n')

/** Bare sockets: thousands of fetch's readers would measure this process. */
function follow({ id, token }: Chat): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET /web/v1/chats/${id}/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n${BROWSER}\r\n\r\n`,
      ),
    )
    socket.setEncoding('utf8')
    socket.once('data', () => resolve(socket))
    socket.on('data', (text: string) => {
      if (awaited && text.includes(awaited.word)) awaited.arrived(performance.now())
    })
    socket.on('error', reject)
  })
}

async function say({ id, token }: Chat, text: string): Promise<void> {
  const response = await fetch(`${url}/web/v1/chats/${id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

answerCalls({
  async start(input: { port: number; agentId: string; chats: number }) {
    port = input.port
    url = `http://127.0.0.1:${port}`
    const wanted = chats.length + input.chats
    while (chats.length < wanted) {
      const count = Math.min(AT_ONCE, wanted - chats.length)
      chats.push(...(await Promise.all(Array.from({ length: count }, () => startChat(input.agentId)))))
    }
  },
  /** Says something in each chat whose stream is not open yet. */
  async ask({ text }: { text: string }) {
    for (let first = sockets.length; first < chats.length; first += AT_ONCE)
      await Promise.all(chats.slice(first, first + AT_ONCE).map((chat) => say(chat, text)))
  },
  async open() {
    for (let first = sockets.length; first < chats.length; first += AT_ONCE)
      sockets.push(...(await Promise.all(chats.slice(first, first + AT_ONCE).map(follow))))
    return sockets.length
  },
  async measure({ messages, everyMs }: { messages: number; everyMs: number }): Promise<number[]> {
    const latencies: number[] = []
    for (let n = 0; n < messages; n++) {
      const word = `message-${n}-of-the-bench`
      const sentAt = performance.now()
      const arrival = new Promise<number>((arrived) => {
        awaited = { word, arrived }
      })
      await say(chats[(n * 7919) % chats.length] as Chat, word)
      latencies.push((await arrival) - sentAt)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    return latencies
  },
  close() {
    for (const socket of sockets) socket.destroy()
  },
})
