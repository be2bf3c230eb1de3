/** Files a user sends into a handoff: the person gets an address that opens them, and nobody else can make one up. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openSecretBox } from '../../src/main.ts'
import { readConfig } from '../../src/platform/config.ts'
import { readFileKey } from '../../src/platform/instance-keys.ts'
import { createSecretBox } from '../../src/platform/secrets.ts'
import { onSqlite } from '../harness/engines.ts'
import { runTandem } from '../harness/process.ts'
import { eventually, startTestService } from '../harness/service.ts'
import { setScene } from './scene.ts'

const PUBLIC = 'https://tandem.example'
const SOUND = Buffer.from('RIFF sound')
const PAGE = Buffer.from('<script>alert(1)</script>')
const DAY_MS = 86_400_000

const content = [
  { type: 'text', text: 'Listen' },
  { type: 'audio', audio: [{ base64_content: SOUND.toString('base64'), format: 'wav', name: 'v.wav' }] },
  {
    type: 'document',
    document: [{ base64_content: PAGE.toString('base64'), format: 'html', name: 'über.html' }],
  },
]

onSqlite((engine) => {
  test('a format that is the name of something every object has is a format like any other', async () => {
    await using scene = await setScene(engine, { env: { TANDEM_PUBLIC_URL: PUBLIC } })
    const conversation_id = await scene.conversation()
    const id = await scene.handOver(conversation_id)
    await scene.inState(id, 'WAITING')
    const document = [{ base64_content: PAGE.toString('base64'), format: '__proto__' }]
    const messages = [{ role: 'user', content: [{ type: 'document', document }] }]
    const body = { conversation_id, response_mode: 'webhook', messages }
    assert.equal(
      (await scene.service.api('POST', '/v2/conversation/message', body, scene.agent.key)).status,
      200,
    )
    const [said = ''] = await eventually(
      'the desk has it',
      () => scene.desk(id).filter((line) => line.startsWith('chat')),
      (lines) => lines.length === 1,
    )
    const address = /(https:\S+)\]/.exec(said)?.[1] ?? assert.fail(said)
    const file = await fetch(address.replace(PUBLIC, scene.service.url))
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/octet-stream'])
  })

  test('a file sent as base64 reaches the person as an address that opens it for a week, in the talk and in the transcript', async () => {
    await using scene = await setScene(engine, { env: { TANDEM_PUBLIC_URL: PUBLIC } })
    const conversation = await scene.conversation()
    const send = () =>
      scene.service.api(
        'POST',
        '/v2/conversation/message',
        { conversation_id: conversation, response_mode: 'webhook', messages: [{ role: 'user', content }] },
        scene.agent.key,
      )
    const id = await scene.handOver(conversation)
    await scene.inState(id, 'WAITING')
    assert.equal((await send()).status, 200)
    const [said = ''] = await eventually(
      'the desk has it',
      () => scene.desk(id).filter((line) => line.startsWith('chat')),
      (lines) => lines.length === 1,
    )
    const lines = /^chat Listen\n\[audio: v\.wav (\S+)\]\n\[document: über\.html (\S+)\]$/.exec(said)
    const [sound = '', page = ''] = lines?.slice(1) ?? assert.fail(said)
    assert.ok(sound.startsWith(`${PUBLIC}/files/`))
    const open = (address: string) => fetch(address.replace(PUBLIC, scene.service.url))

    const heard = await open(sound)
    assert.deepEqual(Buffer.from(await heard.arrayBuffer()), SOUND)
    assert.equal(heard.headers.get('content-type'), 'audio/wav')
    const head = await fetch(sound.replace(PUBLIC, scene.service.url), {
      method: 'HEAD',
      headers: { range: 'bytes=0-1' },
    })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    for (const name of ['content-type', 'content-length', 'content-disposition', 'accept-ranges'])
      assert.equal(head.headers.get(name), heard.headers.get(name), name)
    assert.equal(head.headers.get('content-length'), String(SOUND.length))
    const saved = await open(page)
    assert.deepEqual(Buffer.from(await saved.arrayBuffer()), PAGE)
    assert.equal(saved.headers.get('content-type'), 'application/octet-stream')
    assert.equal(saved.headers.get('content-disposition'), "attachment; filename*=UTF-8''%C3%BCber.html")
    assert.equal(saved.headers.get('x-content-type-options'), 'nosniff')

    // Earlier versions sealed addresses as they seal secrets.
    const secrets = openSecretBox(readConfig('serve', scene.service.env))
    const ours = createSecretBox([await readFileKey(scene.service.service.database, secrets)])
    const plain = ours.open(sound.slice(`${PUBLIC}/files/`.length), 'message_file')
    const earlier = await open(`${PUBLIC}/files/${secrets.seal(plain, 'message_file')}`)
    assert.deepEqual(Buffer.from(await earlier.arrayBuffer()), SOUND)

    const forged = `${sound.slice(0, -4)}${sound.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const address of [forged, `${PUBLIC}/files/v1.x.y.z`, `${PUBLIC}/files/nothing`])
      assert.equal((await open(address)).status, 404)

    await scene.closeByUser(conversation)
    const next = await scene.handOver(conversation)
    await eventually(
      'the next desk is asked',
      () => scene.desk(next).length,
      (count) => count === 1,
    )
    const transcript = JSON.stringify(scene.deskRequests('/conversation/establish').at(-1)?.json)
    assert.ok(transcript.includes(`[audio: v.wav ${PUBLIC}/files/`), transcript)
    scene.clock.step(8 * DAY_MS)
    assert.equal((await open(sound)).status, 404, 'it has expired')
  })

  test('an address stays good when the encryption key is rotated and the old one dropped', async () => {
    const newKey = () => randomBytes(32).toString('base64')
    const [old, fresh] = [newKey(), newKey()]
    // The key of the data folder, and keys of the environment.
    const ways = [
      { before: {}, rotating: {}, after: {} },
      {
        before: { TANDEM_SECRET_KEY: old },
        rotating: { TANDEM_SECRET_KEY: `${fresh},${old}` },
        after: { TANDEM_SECRET_KEY: fresh },
      },
    ]
    for (const { before, rotating, after } of ways) {
      await using store = await engine.freshEnvironment()
      const env = { TANDEM_PUBLIC_URL: PUBLIC, ...before }
      await using scene = await setScene(engine, { on: store.env, env })
      const conversation = await scene.conversation()
      const id = await scene.handOver(conversation)
      await scene.inState(id, 'WAITING')
      const messages = [{ role: 'user', content: content.slice(0, 2) }]
      const body = { conversation_id: conversation, response_mode: 'webhook', messages }
      await scene.service.api('POST', '/v2/conversation/message', body, scene.agent.key)
      const [said = ''] = await eventually(
        'the desk has it',
        () => scene.desk(id).filter((line) => line.startsWith('chat')),
        ({ length }) => length === 1,
      )
      const path = /\/files\/[\w.-]+/.exec(said)?.[0] ?? assert.fail(said)
      await scene.service.stop()
      const rotated = await runTandem(['secrets', 'rotate'], { ...store.env, ...rotating })
      assert.equal(rotated.code, 0, rotated.stderr)
      await using again = await startTestService(engine, { on: store.env, env: after, clock: scene.clock })
      assert.equal((await again.api('GET', path)).text, SOUND.toString())
      scene.clock.step(8 * DAY_MS)
      assert.equal((await again.api('GET', path)).status, 404, 'it has expired')
    }
  })

  test('a service that does not know its own address names the file', async () => {
    await using scene = await setScene(engine)
    const conversation = await scene.conversation()
    const id = await scene.handOver(conversation)
    const body = {
      conversation_id: conversation,
      response_mode: 'webhook',
      messages: [{ role: 'user', content: content.slice(0, 2) }],
    }
    await scene.service.api('POST', '/v2/conversation/message', body, scene.agent.key)
    await eventually(
      'the desk has it',
      () => scene.desk(id),
      (seen) => seen.at(-1) === 'chat Listen\n[audio: v.wav]',
    )
  })
})
