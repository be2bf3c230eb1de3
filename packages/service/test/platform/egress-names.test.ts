/** Names of tenants are looked up side by side: one whose server is silent holds up no other. */
import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { type Lookup, lookupByServers } from '../../src/platform/egress/resolve.ts'

/** Tells an address of each name, but for names that begin with `silent`, of which nothing is heard, and `missing`. */
async function startNameServer(): Promise<Socket> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12)
    const name = query.toString('latin1', 13, end)
    if (name.startsWith('silent')) return
    const isV4 = query.readUInt16BE(end + 1) === 1
    const answers = isV4 && !name.startsWith('missing') ? 1 : 0
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(name.startsWith('missing') ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(answers, 6)
    head.writeUInt32BE(0, 8)
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 14])
    const parts = [head, query.subarray(12, end + 5), ...(answers > 0 ? [answer] : [])]
    server.send(Buffer.concat(parts), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('looking up the names that tenants give', () => {
  let server: Socket
  let lookup: Lookup
  before(async () => {
    server = await startNameServer()
    lookup = lookupByServers([`127.0.0.1:${server.address().port}`])
  })
  after(() => server.close())

  const addressesOf = (name: string) =>
    new Promise<unknown>((resolve) => lookup(name, (error, found) => resolve(error?.code ?? found)))

  it('a name is found while a hundred others get no answer', async () => {
    let given = 0
    for (let i = 0; i < 100; i++) void addressesOf(`silent${i}.example`).then(() => given++)
    assert.deepEqual(await addressesOf('shop.example'), [{ address: '93.184.215.14', family: 4 }])
    assert.equal(given, 0)
  })

  it('a name that is none fails with the usual code, and one without a dot is known to the system', async () => {
    assert.equal(await addressesOf('missing.example'), 'ENOTFOUND')
    const local = (await addressesOf('localhost')) as { address: string }[]
    assert.ok(local.every(({ address }) => address === '127.0.0.1' || address === '::1'))
  })
})
