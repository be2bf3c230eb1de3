/** Spoken answers asked for with HEAD, as players do before they fetch them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertAudio } from '../../src/answering/voice/audio-store.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

const SOUND = Buffer.from('ID3 a whole sound')
const NAME = `${'a'.repeat(32)}.mp3`

onSqlite((engine) => {
  const service = sharedService(engine)

  test('HEAD of a spoken answer says what GET would, without the sound', async () => {
    const { id } = await service().newAgent()
    await service().service.database.transaction('test', (tx) =>
      insertAudio(
        tx,
        { name: NAME, agent_id: id, mime_type: 'audio/mpeg', expires_at: Date.now() + 3_600_000 },
        SOUND,
      ),
    )
    const address = `${service().url}/audio/${NAME}`
    const [got, head] = [await fetch(address), await fetch(address, { method: 'HEAD' })]
    assert.deepEqual([head.status, await head.text()], [200, ''])
    assert.deepEqual(Buffer.from(await got.arrayBuffer()), SOUND)
    for (const name of ['content-type', 'content-length', 'accept-ranges', 'x-content-type-options'])
      assert.equal(head.headers.get(name), got.headers.get(name), name)
    assert.equal(head.headers.get('content-length'), String(SOUND.length))
  })

  test('HEAD of what is not there is 404 without a body, and other methods are told what there is', async () => {
    const address = `${service().url}/audio/${'b'.repeat(32)}.mp3`
    const head = await fetch(address, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [404, ''])
    const posted = await fetch(address, { method: 'POST' })
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
  })
})
