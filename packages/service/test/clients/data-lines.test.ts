/**
 * Clients that know no server-sent events: one takes lines that begin with `data:` and fails on every other, one cuts `data:`
 * off where it is and reads each line as JSON. Both send no Accept header, as scripts and macros do.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composed, startBare } from '../answering/bare.ts'
import { createLatch } from '../harness/developer-server.ts'
import { onSqlite, type TestEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { simulatedClock } from '../lanes/simulation/clock.ts'

async function readLines(response: Response, take: (line: string) => void): Promise<void> {
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') take(line)
  }
}

type Event = { code: number; data: unknown }

const dataLine = (line: string): Event => {
  if (!line.startsWith('data:')) throw new Error(`not a data line: ${line}`)
  return JSON.parse(line.slice('data:'.length))
}
const bareJson = (line: string): Event => JSON.parse(line.replace(/^data: ?/, ''))

onSqlite((engine) => {
  test('a client that takes data: lines only reads a whole stream, long silences included', () =>
    readsWholeStream(engine, dataLine))
  test('a client that takes bare JSON reads a whole stream, long silences included', () =>
    readsWholeStream(engine, bareJson))
})

async function readsWholeStream(engine: TestEngine, parse: (line: string) => Event): Promise<void> {
  await using store = await engine.freshEnvironment()
  const clock = simulatedClock()
  await using bare = await startBare({ ...store.env, TANDEM_TURN_TIMEOUT_MS: '600000' }, { clock })
  const latch = createLatch()
  bare.answer(async function* () {
    yield { kind: 'piece', text: 'Nine ' }
    await latch.released
    yield { kind: 'piece', text: 'to five.' }
    yield { kind: 'done', turn: composed('Nine to five.') }
  })
  const response = await fetch(`${bare.url}/v2/conversation/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bare.agent.key}` },
    body: JSON.stringify({
      conversation_id: await bare.conversation(),
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'When are you open?' }],
    }),
  })
  const events: Event[] = []
  const ended = readLines(response, (line) => events.push(parse(line)))
  const pieces = () => events.filter(({ code }) => code === 3).map(({ data }) => data)
  const until = (what: string, count: number) =>
    Promise.race([
      ended,
      eventually(
        what,
        () => pieces().length,
        (found) => found === count,
      ),
    ])
  await until('the first words', 1)
  for (const silence of [1, 2, 3]) {
    await clock.pass(10_000, () => bare.database.ping())
    await until(`a sign of life in silence ${silence}`, 1 + silence)
  }
  latch.release()
  await ended
  assert.deepEqual(pieces(), ['Nine ', '', '', '', 'to five.'])
  assert.deepEqual([events[0]?.code, events.at(-1)?.code], [11, 0])
}
