/** Files a turn no longer waits for: they are given up wherever they are, so that the next file has its turn. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ContentFile } from '@tandem/contract/conversation'
import { readAttachments } from '../../src/answering/files/read-attachments.ts'
import { createFileFetcher } from '../../src/knowledge/fetch-file.ts'
import { createFileReader, type FileReader } from '../../src/knowledge/file-reader.ts'
import { parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress } from '../../src/platform/egress/client.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMemoryBudget } from '../../src/platform/memory-budget.ts'
import { manualClock } from '../harness/clock.ts'
import { withRawPeer } from '../harness/raw-peer.ts'
import { base64, eventually } from '../harness/service.ts'

const MIB = 2 ** 20
const small: ContentFile = { name: 'small.txt', base64_content: base64('Opening hours: 9 to 5 daily.') }
/** Seconds of work on any machine. */
const slow: ContentFile = {
  name: 'slow.md',
  base64_content: base64(
    '## Section *one* of `many`\n\n- some [words](https://example.com) and **more** of them\n\n'.repeat(
      60_000,
    ),
  ),
}

describe('a file nobody waits for any more', () => {
  const limits = { questionChars: 2000, answerChars: 20_000, pairs: 10_000 }
  const egress = createEgress({ allow: parseAllowList('127.0.0.1') })
  const room = createMemoryBudget(64 * MIB)
  const fetchFile = createFileFetcher(
    egress,
    { fileBytes: 32 * MIB, pdfBytes: 32 * MIB, downloadTimeoutMs: 600_000 },
    room,
    createLog('silent'),
  )
  const real = createFileReader({ limits, processes: 1 })
  const clock = manualClock()
  /** What the real reader began, and what it said in the end. */
  let begun = 0
  const ended: Awaited<ReturnType<FileReader['convert']>>[] = []
  const reader = {
    ...real,
    async convert(...given: Parameters<FileReader['convert']>) {
      begun++
      const result = await real.convert(...given)
      ended.push(result)
      return result
    },
  }
  const context = {
    attachments: { fetchFile, fetchAudio: fetchFile, reader },
    transcriber: undefined,
    clock,
    log: createLog('silent', { write() {} }),
  }
  const read = (files: ContentFile[], signal = new AbortController().signal) =>
    readAttachments(context, [{ type: 'document', document: files }], {
      agentId: 'a',
      language: null,
      signal,
    })
  before(async () => {
    assert.equal((await read([small])).used.length, 1)
    ended.length = 0
    begun = 0
  })
  after(() => Promise.all([real.close(), egress.close()]))

  test('a file that is read too long leaves its thread, those behind it the line, and the next is read', async () => {
    const reading = read([slow, slow, slow])
    await eventually(
      'readings',
      () => begun,
      (n) => n === 3,
    )
    await clock.advance(60_000)
    const { unused } = await reading
    assert.deepEqual(
      unused.map(({ reason }) => reason),
      Array(3).fill('Reading it took longer than 60 seconds.'),
    )
    await eventually(
      'ends',
      () => ended.length,
      (n) => n === 3,
    )
    for (const result of ended) assert.match('reason' in result ? result.reason : 'read', /given up/)
    assert.equal((await read([small])).used.length, 1)
  })

  test('a download that takes too long, or whose turn is given up, is broken off, and its bytes are free again', async () => {
    let open = 0
    await withRawPeer(
      (socket) => {
        open++
        socket.on('close', () => open--)
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'))
      },
      async (port) => {
        const url = `http://127.0.0.1:${port}/never.txt`
        const late = read([{ url }])
        await eventually(
          'downloads',
          () => open,
          (n) => n === 1,
        )
        await clock.advance(60_000)
        assert.match((await late).unused[0]?.reason ?? '', /longer than 60 seconds/)
        await eventually(
          'downloads',
          () => open,
          (n) => n === 0,
        )
        const turn = new AbortController()
        const dropped = read([{ url }], turn.signal)
        await eventually(
          'downloads',
          () => open,
          (n) => n === 1,
        )
        turn.abort()
        assert.equal((await dropped).unused.length, 1)
        await eventually(
          'downloads',
          () => open,
          (n) => n === 0,
        )
      },
    )
    const place = await room.enter('a', 64 * MIB)
    assert.ok(place)
    place.leave()
  })

  test('a file for which no room is left in time is named as unused; a small one is read meanwhile', async () => {
    const before = ended.length
    const full = await room.enter('another', 64 * MIB)
    assert.ok(full)
    const waiting = read([{ name: 'a.txt', base64_content: base64('word '.repeat(100_000)) }, small])
    await eventually(
      'a reading',
      () => ended.length,
      (n) => n > before,
    )
    await clock.advance(60_000)
    const { used, unused } = await waiting
    assert.deepEqual(used, [{ name: 'small.txt', kind: 'document' }])
    assert.deepEqual(unused, [{ name: 'a.txt', reason: 'Reading it took longer than 60 seconds.' }])
    full.leave()
    assert.equal(
      (await read([{ name: 'a.txt', base64_content: base64('word '.repeat(100_000)) }])).used.length,
      1,
    )
  })
})
