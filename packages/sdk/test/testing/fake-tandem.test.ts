/** The fake delivers as the real one does: order, repeats, waits, ends. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { judgeResponse as realJudgeResponse } from '@tandem/service/delivery/judge-response'
import { retryWaitsMs as realWaitsMs } from '@tandem/service/delivery/schedule'
import { createReceiver, type Gap } from '../../src/receiver/receiver.ts'
import { createFakeTandem, judgeResponse, retryWaitsMs } from '../../src/testing/fake-tandem.ts'

const HOUR_MS = 3_600_000

/** A receiver with a fake Tandem before it; `heard` has what reached its handlers. */
function scene(fails: (text: string) => boolean = () => false) {
  const heard: string[] = []
  const gaps: Gap[] = []
  const hear = (text: string) => {
    if (fails(text)) throw new Error('not now')
    heard.push(text)
  }
  const secrets = { auth: { username: 'tandem' }, signingSecrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }
  const fake = createFakeTandem({ ...secrets, send: (request) => hooks.fetch(request) })
  const hooks = createReceiver({
    ...secrets,
    now: fake.now,
    tandem: fake.tandem,
    onGap: (gap) => void gaps.push(gap),
    message: ({ output }) => hear(output[0]?.content.text ?? ''),
    handoff: {
      async establish(_handoff, { reply }) {
        await reply('Ann here.')
        hear('establish')
      },
      async chat({ body }, { close }) {
        hear(body)
        if (body === 'Bye') await close()
      },
      close: ({ type }) => hear(type),
    },
  })
  return { fake, heard, gaps }
}

describe('the fake', () => {
  test('a later message never overtakes a failing one, and other conversations go on', async () => {
    let isDown = true
    const { fake, heard } = scene((text) => isDown && text === 'a1')
    for (const text of ['a1', 'a2', 'b1']) fake.message(text[0] as string, text)
    await fake.settle()
    assert.deepEqual(heard, ['b1'])
    isDown = false
    await fake.advance(999)
    assert.deepEqual(heard, ['b1'])
    await fake.advance(1)
    assert.deepEqual(heard, ['b1', 'a1', 'a2'])
  })

  test('a lost response repeats the request under its id, and a cut one only delays it', async () => {
    const { fake, heard } = scene()
    fake.fail('response lost', 'cut')
    const delivery = fake.message('a', 'a1')
    await fake.settle()
    assert.deepEqual([heard, delivery.state], [['a1'], 'pending'])
    await fake.advance(60_000)
    assert.deepEqual([heard, delivery.state, delivery.attempts], [['a1'], 'delivered', 3])
  })

  test('a message is given up after the waits of the real one, and the receiver notices the gap', async () => {
    assert.deepEqual(retryWaitsMs, realWaitsMs)
    const { fake, heard, gaps } = scene((text) => text === 'a2')
    for (const text of ['a1', 'a2', 'a3']) fake.message('a', text)
    await fake.advance(24 * HOUR_MS)
    assert.deepEqual(heard, ['a1', 'a3'])
    assert.deepEqual(
      fake.deliveries.map(({ state, attempts }) => [state, attempts]),
      [
        ['delivered', 1],
        ['dead', 11],
        ['delivered', 1],
      ],
    )
    assert.deepEqual(gaps, [{ conversationId: 'a', expected: 2, got: 3 }])
  })

  test('a replay comes behind what waits, under its old id, and is not handled again', async () => {
    const { fake, heard } = scene()
    const first = fake.message('a', 'a1')
    await fake.settle()
    fake.replay(first)
    await fake.settle()
    assert.deepEqual([heard, first.state, first.attempts], [['a1'], 'delivered', 2])
  })

  test('a handoff goes through establish, chat and close in order; a repeated request says nothing twice', async () => {
    let tries = 0
    const { fake, heard } = scene((text) => text === 'establish' && ++tries === 1)
    const id = fake.handOver()
    fake.userSays(id, 'Hello?')
    await fake.advance(2_000)
    assert.deepEqual(heard, ['establish', 'Hello?'])
    assert.deepEqual(fake.replies, [{ handoffId: id, text: 'Ann here.' }])
    fake.endHandoff(id, 'TIMEOUT')
    await fake.settle()
    assert.equal(heard.at(-1), 'TIMEOUT')
    await assert.rejects(fake.tandem.handoff.reply(id, 'Too late', { timestamp: 1 }), { code: 40357 })
  })

  test('a desk that closes hears no more of it', async () => {
    const { fake, heard } = scene()
    const id = fake.handOver()
    fake.userSays(id, 'Bye')
    fake.userSays(id, 'One more thing')
    await fake.advance(HOUR_MS)
    assert.deepEqual(heard, ['establish', 'Bye'])
    assert.throws(() => fake.userSays(id, 'Hello?'), { code: 40357 })
  })

  test('410 ends everything', async () => {
    let requests = 0
    const fake = createFakeTandem({
      async send() {
        requests++
        return new Response('', { status: 410 })
      },
    })
    fake.message('a', 'a1')
    fake.message('b', 'b1')
    await fake.advance(HOUR_MS)
    assert.equal(requests, 1)
  })

  test('a response means what it means to the real one', async () => {
    const bodies = [
      '',
      'OK',
      '{}',
      'null',
      '[]',
      '{"code":0}',
      '{"code":"200"}',
      '{"code":500}',
      '{"code":null}',
      '{"code":true}',
    ]
    for (const status of [200, 201, 301, 400, 410, 429, 500, 503])
      for (const body of bodies)
        for (const headers of [{}, { 'retry-after': '7' }]) {
          const real = realJudgeResponse(
            {
              responded: true,
              status,
              headers,
              body,
              truncated: false,
              isUnreadable: false,
              latencyMs: 1,
            } as unknown as Parameters<typeof realJudgeResponse>[0],
            0,
          )
          const own = await judgeResponse(new Response(body, { status, headers }))
          const told = `${status} ${body} ${JSON.stringify(headers)}`
          assert.equal(own.kind, real.kind, told)
          assert.equal(own.retryAfterMs ?? null, real.kind === 'failed' ? real.retryAfterMs : null, told)
        }
  })
})
