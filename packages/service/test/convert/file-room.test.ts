/** Files on their way: how many bytes of them one agent may have open, and that another's are fetched meanwhile. */
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { onSqlite } from '../harness/engines.ts'
import { withRawPeer } from '../harness/raw-peer.ts'
import { eventually, sharedService } from '../harness/service.ts'

const ADD = '/v1/bot/doc/qa/add'
const REQUESTS = 5
const FILES = 4

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_EGRESS_ALLOW: '127.0.0.0/8' } })

  test('files of one agent that never end, in however many requests, take up half of the room, and others are served', async () => {
    const [hostile, other] = [await service().newAgent(), await service().newAgent()]
    const open = new Set<Socket>()
    let most = 0
    let isOver = false
    const stall = (socket: Socket) => {
      if (isOver) return socket.destroy()
      open.add(socket.on('close', () => open.delete(socket)))
      most = Math.max(most, open.size)
      return socket.write('HTTP/1.1 200 OK\r\nContent-Length: 30000000\r\n\r\n%PDF-1.7')
    }
    const csv = 'question,answer\nA?,B\n'
    const serve = (socket: Socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${csv.length}\r\nConnection: close\r\n\r\n${csv}`)
    const onSocket = (socket: Socket) =>
      socket.once('data', (head) => (head.includes('.csv') ? serve(socket) : stall(socket)))
    await withRawPeer(onSocket, async (port) => {
      const at = `http://127.0.0.1:${port}`
      const stalled = Array.from({ length: REQUESTS }, (_, r) => {
        const files = Array.from({ length: FILES }, (_, f) => ({
          file_url: `${at}/${r}-${f}.pdf`,
          file_name: `${r}-${f}.pdf`,
        }))
        return service().api('POST', ADD, { purpose: 'FILE_2_QA', files }, hostile.key)
      })
      await eventually(
        'downloads',
        () => open.size,
        (size) => size >= 2,
      )
      const files = [{ file_url: `${at}/faq.csv`, file_name: 'faq.csv' }]
      for (let time = 0; time < 3; time++) {
        const answer = await service().api('POST', ADD, { purpose: 'QA_FILE', files }, other.key)
        assert.deepEqual(answer.json.failed, [], answer.text)
      }
      assert.equal(most, 2, 'of 30 MB each, where 128 MiB are for all')
      isOver = true
      for (const socket of open) socket.destroy()
      for (const { status, json } of await Promise.all(stalled))
        assert.deepEqual([status, json.failed.length], [200, FILES])
    })
  })
})
