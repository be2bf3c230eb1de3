/**
 * 200 open conversations between visitors of the chat page and 20 people at the desk. From the visitor's words to the person's
 * screen: the feed says that there are some, and the screen reads the talk again. From the person's reply to the visitor's screen:
 * the stream of the chat. Each conversation says something and is answered every four seconds.
 */
import { durablePostgres } from '../delivery/parts/servers.ts'
import { type Bench, percentile } from '../measure.ts'
import { addVisitors, type Call, type Shift, startShift, untilQueued, type Visitor } from './parts/shift.ts'

const TALKS = 200
const PEOPLE = 20
const EVERY_MS = 4000
const FOR_MS = 20_000
const MOST_MS = 150

export const bench: Bench = {
  name: `a visitor’s words on the person’s screen at ${TALKS} conversations, p99, embedded`,
  target: `less than ${MOST_MS} ms`,
  async run() {
    const embedded = await measure()
    const postgres = await durablePostgres()
    const shared = await measure(await postgres.newDatabase()).finally(() => postgres.stop())
    const figure = (name: string, times: readonly number[]) => {
      const value = Math.round(percentile(times, 0.99))
      return { name, target: `less than ${MOST_MS} ms`, value, unit: 'ms', met: value < MOST_MS }
    }
    const { value, unit, met } = figure('', embedded.words)
    return {
      value,
      unit,
      met,
      details: {
        'words and replies, embedded': `${embedded.words.length} and ${embedded.replies.length}`,
        'p50, embedded': `${Math.round(percentile(embedded.words, 0.5))} and ${Math.round(percentile(embedded.replies, 0.5))} ms`,
        'p50, PostgreSQL': `${Math.round(percentile(shared.words, 0.5))} and ${Math.round(percentile(shared.replies, 0.5))} ms`,
      },
      also: [
        figure('a person’s reply on the visitor’s screen, p99, embedded', embedded.replies),
        figure('a visitor’s words on the person’s screen, p99, PostgreSQL', shared.words),
        figure('a person’s reply on the visitor’s screen, p99, PostgreSQL', shared.replies),
      ],
    }
  },
}

/** What was said and has not been seen, with when it was said. */
type Unseen = Map<string, number>

async function measure(databaseUrl?: string) {
  const shift = await startShift(PEOPLE, databaseUrl)
  const visitors = await addVisitors(shift, TALKS)
  await untilQueued(shift, TALKS)
  const ending = new AbortController()
  const found = { words: [] as number[], replies: [] as number[] }
  const talks = await takeAll(shift, visitors)
  for (const { call, cookie } of shift.people) {
    const own = talks.filter((talk) => talk.call === call)
    await followFeed(shift, cookie, own, found.words, ending.signal)
  }
  for (const talk of talks) await followChat(shift, talk, found.replies, ending.signal)
  const until = Date.now() + FOR_MS
  await Promise.all(talks.map((talk, n) => keepTalking(talk, n, until)))
  await pause(1000)
  ending.abort()
  await shift.service.stop()
  return found
}

interface Talk {
  readonly visitor: Visitor
  readonly handoff: string
  readonly claim: number
  /** The person’s. */
  readonly call: Call
  readonly words: Unseen
  readonly replies: Unseen
}

async function takeAll({ people }: Shift, visitors: readonly Visitor[]): Promise<Talk[]> {
  const first = people[0] as Shift['people'][number]
  const { json } = await first.call('GET', `/desk/v1/queue?limit=${TALKS}`)
  const byConversation = new Map(visitors.map((visitor) => [visitor.conversation, visitor]))
  return Promise.all(
    json.items.map(async ({ id, conversation_id }: Record<string, string>, n: number) => {
      const { call } = people[n % PEOPLE] as Shift['people'][number]
      const claimed = await call('POST', `/desk/v1/handoffs/${id}/claim`)
      const visitor = byConversation.get(conversation_id ?? '') as Visitor
      return { visitor, handoff: id, claim: claimed.json.claim, call, words: new Map(), replies: new Map() }
    }),
  )
}

async function keepTalking(
  { visitor, handoff, claim, call, words, replies }: Talk,
  n: number,
  until: number,
) {
  await pause((EVERY_MS * n) / TALKS)
  for (let said = 0; Date.now() < until; said++) {
    const word = `Word ${n}.${said}.`
    words.set(word, performance.now())
    await visitor.call('POST', `/web/v1/chats/${visitor.conversation}/messages`, { text: word })
    await pause(EVERY_MS / 2)
    const reply = `Reply ${n}.${said}.`
    replies.set(reply, performance.now())
    await call('POST', `/desk/v1/handoffs/${handoff}/reply`, { text: reply, claim })
    await pause(EVERY_MS / 2)
  }
}

/** Reads a talk again when the feed says that there are words in it, as a screen that shows it does. */
async function followFeed(
  { service }: Shift,
  cookie: string,
  talks: readonly Talk[],
  times: number[],
  signal: AbortSignal,
) {
  const byConversation = new Map(talks.map((talk) => [talk.visitor.conversation, talk]))
  await events(`${service.url}/admin/v1/events?kinds=message`, { cookie }, signal, async (data) => {
    const { conversation_id, role } = JSON.parse(data)
    const talk = byConversation.get(conversation_id)
    if (!talk || role !== 'user') return
    const { json } = await talk.call('GET', `/desk/v1/handoffs/${talk.handoff}`)
    for (const { text } of json.talk) seen(talk.words, text, times)
  })
}

async function followChat(
  { service }: Shift,
  { visitor, replies }: Talk,
  times: number[],
  signal: AbortSignal,
) {
  const headers = { authorization: `Bearer ${visitor.token}` }
  const url = `${service.url}/web/v1/chats/${visitor.conversation}/events`
  await events(url, headers, signal, async (data) => seen(replies, JSON.parse(data).text, times))
}

function seen(unseen: Unseen, text: string, times: number[]): void {
  const at = unseen.get(text)
  if (at === undefined) return
  unseen.delete(text)
  times.push(performance.now() - at)
}

/** Opens the stream, and goes on reading it beside what follows. */
async function events(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  take: (data: string) => Promise<void>,
): Promise<void> {
  const response = await fetch(url, { headers, signal })
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const event of whole) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data) void take(data).catch(() => {})
      }
    }
  }
  read().catch(() => {})
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
