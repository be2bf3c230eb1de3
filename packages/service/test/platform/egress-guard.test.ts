/** The guard of outgoing requests, proven over real connections: what it refuses must never be connected to. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { judgeAddress, parseAllowList } from '../../src/platform/egress/address-rules.ts'
import { createEgress, type Egress } from '../../src/platform/egress/client.ts'
import { newConnection } from '../../src/platform/egress/connection.ts'
import { createConnector, type Dial } from '../../src/platform/egress/connector.ts'
import { lookupBySystem } from '../../src/platform/egress/resolve.ts'
import type { SendResult } from '../../src/platform/egress/send.ts'
import { type DeveloperServer, startDeveloperServer, TEST_ONLY_TLS } from '../harness/developer-server.ts'
import { createDnsStub } from '../harness/dns-stub.ts'

function post(egress: Egress, url: string): Promise<SendResult> {
  return egress.send({ url, headers: {}, body: '{}', timeoutMs: 5_000, maxResponseBytes: 1_000 })
}

function assertRefused(result: SendResult, reason: RegExp): void {
  assert.ok(!result.responded)
  assert.equal(result.refused, true)
  assert.match(result.reason, reason)
}

describe('judging an address', () => {
  const refused: [address: string, reason: RegExp][] = [
    [
      '127.0.0.1',
      /^127\.0\.0\.1 is a loopback address; private addresses are refused unless TANDEM_EGRESS_ALLOW/,
    ],
    ['127.255.255.254', /loopback/],
    ['10.0.0.1', /; private addresses are refused unless TANDEM_EGRESS_ALLOW names their range$/],
    ['172.16.0.1', /private/],
    ['172.31.255.255', /private/],
    ['192.168.1.1', /private/],
    ['169.254.169.254', /metadata address/],
    ['169.254.0.1', /link-local/],
    ['168.63.129.16', /Azure/],
    [
      '100.64.0.1',
      /a shared carrier address; such addresses .* names their range, which the word private does not$/,
    ],
    ['100.100.100.200', /shared carrier/],
    ['0.0.0.0', /unspecified address \(this machine is 127\.0\.0\.1\); such .* the word private does not$/],
    ['0.1.2.3', /unspecified/],
    ['192.0.0.8', /reserved/],
    ['192.0.2.1', /documentation/],
    ['198.51.100.1', /documentation/],
    ['203.0.113.1', /documentation/],
    ['198.18.0.1', /benchmarking/],
    ['192.88.99.1', /6to4 relay/],
    ['224.0.0.1', /multicast/],
    ['240.0.0.1', /reserved/],
    ['255.255.255.255', /broadcast/],
    ['::', /unspecified/],
    ['::1', /loopback/],
    ['fe80::1', /link-local/],
    ['fe80::1%eth0', /link-local/],
    ['fc00::1', /unique local/],
    ['fd12:3456::1', /unique local/],
    ['fd00:ec2::254', /metadata address/],
    ['fec0::1', /site-local/],
    ['ff02::1', /multicast/],
    ['100::1', /discard-only/],
    ['2001:db8::1', /documentation/],
    ['3fff::1', /documentation/],
    ['5f00::1', /segment routing/],
    ['2001:2::1', /benchmarking/],
    ['2001:10::1', /ORCHID/],
    ['2001:20::1', /ORCHID/],
    ['4000::1', /unassigned/],
    ['::ffff:127.0.0.1', /stands for 127\.0\.0\.1, which is a loopback/],
    ['::ffff:a9fe:a9fe', /stands for 169\.254\.169\.254/],
    ['::127.0.0.1', /IPv4-compatible address that leads to 127\.0\.0\.1/],
    ['::8.8.8.8', /IPv4-compatible/],
    ['::ffff:0:7f00:1', /IPv4-translated/],
    ['64:ff9b::10.0.0.1', /stands for 10\.0\.0\.1, which is a private/],
    ['64:ff9b:1::10.0.0.1', /local NAT64 address that leads to 10\.0\.0\.1/],
    ['2002:7f00:1::', /6to4 address that leads to 127\.0\.0\.1/],
    ['2002:808:808::', /6to4/],
    ['2001:0:808:808:0:0:80ff:fffe', /Teredo address that leads to 127\.0\.0\.1/],
    ['not an address', /not an IP address/],
    ['', /not an IP address/],
  ]
  for (const [address, reason] of refused) {
    it(`refuses ${address || 'nothing at all'}`, () => {
      const verdict = judgeAddress(address, [])
      assert.ok(!verdict.allowed)
      assert.match(verdict.reason, reason)
    })
  }

  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8']) {
    it(`lets ${address} pass`, () => assert.deepEqual(judgeAddress(address, []), { allowed: true }))
  }

  const named: [list: string, address: string, isAllowed: boolean][] = [
    ['10.0.0.0/8', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '::ffff:10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '192.168.1.1', false],
    ['64:ff9b::/96', '10.1.2.3', false],
    ['private', '100.64.0.1', false],
    ['private', '0.0.0.0', false],
    ['10.0.0.0/8', '192.168.0.1', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '64:ff9b::10.1.2.3', true],
    ['10.0.0.0/8', '2002:a01:203::', false],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.1, ::1', '::1', true],
    ['fd00::/8', 'fd00::1', true],
    ['private', '127.0.0.1', true],
    ['private', '192.168.0.1', true],
    ['private', 'fd12::1', true],
    ['private', '169.254.169.254', false],
    ['private', 'fd00:ec2::254', false],
    ['private, 169.254.169.254', '169.254.169.254', true],
    ['all', '169.254.169.254', true],
    ['all', 'fe80::1', true],
    ['', '127.0.0.1', false],
  ]
  for (const [list, address, isAllowed] of named) {
    it(`the list "${list}" ${isAllowed ? 'opens' : 'leaves closed'} ${address}`, () => {
      assert.equal(judgeAddress(address, parseAllowList(list)).allowed, isAllowed)
    })
  }

  for (const entry of [
    '10.0.0.0/33',
    '10.0.0/8',
    'localhost',
    '10.0.0.1/',
    '1/2/3',
    'fe80::1%eth0',
    '0x7f.1',
    '10.0.0.1/-1',
  ]) {
    it(`an allow list with "${entry}" is rejected with what was found and what is needed`, () => {
      assert.throws(
        () => parseAllowList(`127.0.0.1,${entry}`),
        (error: Error) => error.message.includes(`found "${entry}", needed an address`),
      )
    })
  }
})

describe('the guard at connect time', () => {
  let server: DeveloperServer
  const dns = createDnsStub()
  const closed = createEgress({ allow: [], lookup: dns.lookup })
  const open = createEgress({ allow: parseAllowList('127.0.0.1, ::1'), lookup: dns.lookup })

  before(async () => {
    server = await startDeveloperServer()
  })
  after(async () => {
    await closed.close()
    await open.close()
    await server.close()
  })

  const loopbackForms = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '127.0.0.1.',
  ]
  for (const host of [...loopbackForms, '[::ffff:127.0.0.1]', '[::ffff:7f00:1]']) {
    it(`a loopback address written as ${host} is refused without a connection`, async () => {
      assertRefused(await post(closed, `http://${host}:${server.port}/`), /loopback address/)
      assert.equal(server.connectionCount, 0)
    })
  }

  const elsewhere = [
    '0.0.0.0',
    '10.0.0.1',
    '172.16.5.5',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[::127.0.0.1]',
  ]
  for (const host of elsewhere) {
    for (const scheme of ['http', 'https']) {
      it(`${scheme}://${host} is refused`, async () => {
        assertRefused(
          await post(closed, `${scheme}://${host}:${server.port}/`),
          /refused unless TANDEM_EGRESS_ALLOW/,
        )
        assert.equal(server.connectionCount, 0)
      })
    }
  }

  it('a name that leads to a private address is refused, and the reason names both', async () => {
    dns.name('inside.example', ['127.0.0.1'])
    const result = await post(closed, `http://inside.example:${server.port}/`)
    assertRefused(result, /inside\.example leads to a refused address: 127\.0\.0\.1 is a loopback address/)
    assert.equal(server.connectionCount, 0)
  })

  it('a name with a public and a private address is refused, in either order', async () => {
    dns.name('mixed.example', ['8.8.8.8', '127.0.0.1'], ['127.0.0.1', '8.8.8.8'])
    assertRefused(await post(closed, `http://mixed.example:${server.port}/`), /loopback/)
    assertRefused(await post(closed, `http://mixed.example:${server.port}/`), /loopback/)
    assert.equal(server.connectionCount, 0)
  })

  it('localhost and link-local answers with a scope id are refused', async () => {
    dns.name('localhost', ['::1', '127.0.0.1'])
    dns.name('neighbour.example', ['fe80::1%eth0'])
    assertRefused(await post(closed, `http://localhost:${server.port}/`), /loopback/)
    assertRefused(await post(closed, `http://neighbour.example:${server.port}/`), /link-local/)
    assert.equal(server.connectionCount, 0)
  })

  it('a name that moves to a refused address is refused at its next connection', async () => {
    const hidden = await startDeveloperServer({ host: '127.0.0.2', port: server.port })
    dns.name('rebind.example', ['127.0.0.1'], ['127.0.0.2'])
    server.answer(() => ({ json: {}, headers: { connection: 'close' } }))
    const first = await post(open, `http://rebind.example:${server.port}/`)
    assert.ok(first.responded)
    assertRefused(
      await post(open, `http://rebind.example:${server.port}/`),
      /127\.0\.0\.2 is a loopback address/,
    )
    // One look-up per connection: the address that was judged is the one that is dialled.
    assert.equal(dns.lookupCount('rebind.example'), 2)
    assert.equal(hidden.connectionCount, 0)
    await hidden.close()
  })

  it('what the allow list names is connected to, by address and by name', async () => {
    dns.name('inside.example', ['127.0.0.1'])
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'inside.example']) {
      const result = await post(open, `http://${host}:${server.port}/`)
      assert.ok(result.responded, `${host}: ${JSON.stringify(result)}`)
      assert.equal(result.status, 200)
    }
    assertRefused(await post(open, `http://127.0.0.2:${server.port}/`), /loopback/)
  })

  it('a name whose first address does not answer is reached at its second', async () => {
    dns.name('dual.example', ['::1', '127.0.0.1'])
    const result = await post(open, `http://dual.example:${server.port}/`)
    assert.ok(result.responded, JSON.stringify(result))
  })

  for (const [url, reason] of [
    ['http://user:secret@example.com/', /user name or password/],
    ['ftp://example.com/', /scheme ftp/],
    ['file:///etc/passwd', /scheme file/],
    ['http://example.com:0/', /port 0/],
    ['http://', /cannot be read/],
    ['example.com/hook', /cannot be read/],
  ] as const) {
    it(`the URL ${url} is refused without a look-up`, async () => {
      assertRefused(await post(open, url), reason)
      assert.equal(dns.lookupCount('example.com'), 0)
    })
  }
})

describe('the last layer of the guard', () => {
  for (const protocol of ['http:', 'https:']) {
    it(`over ${protocol} a socket that ended up at a refused address is destroyed before anything is written`, async () => {
      const received: Buffer[] = []
      const server = createServer((socket: Socket) =>
        socket.on('data', (data) => received.push(data)).on('error', () => {}),
      )
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      // A dialler that goes elsewhere than it was told, as one with a flaw would.
      const astray: Dial = (_target, callback) => {
        const socket =
          protocol === 'https:' ? connectTls({ port, host: '127.0.0.1' }) : connect(port, '127.0.0.1')
        socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => callback(null, socket))
        return socket.once('error', (error) => callback(error, null))
      }
      const connector = createConnector({
        allow: parseAllowList('127.0.0.2'),
        lookup: lookupBySystem,
        dial: astray,
      })
      const error = await new Promise<Error | null>((resolve) =>
        connector(newConnection())(
          { hostname: '127.0.0.2', protocol, port: String(port) },
          (problem, _socket) => resolve(problem),
        ),
      )
      assert.match(error?.message ?? '', /127\.0\.0\.1 is a loopback address/)
      await new Promise((resolve) => server.close(resolve))
      assert.equal(received.length, 0)
    })
  }
})

describe('TLS', () => {
  const dns = createDnsStub()
  const allow = parseAllowList('127.0.0.1')
  let server: DeveloperServer
  before(async () => {
    server = await startDeveloperServer({ tls: TEST_ONLY_TLS })
  })
  after(() => server.close())

  it('a self-signed certificate is refused and no request is sent', async () => {
    const egress = createEgress({ allow })
    const result = await post(egress, server.url)
    assert.ok(!result.responded)
    assert.equal(result.stage, 'tls')
    assert.equal(result.refused, false)
    assert.match(result.reason, /^the TLS certificate is not valid: self-signed certificate/)
    assert.equal(server.requests.length, 0)
    await egress.close()
  })

  it('NODE_TLS_REJECT_UNAUTHORIZED does not switch the check off', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const egress = createEgress({ allow })
    const result = await post(egress, server.url)
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    assert.ok(!result.responded)
    assert.equal(result.stage, 'tls')
    await egress.close()
  })

  it('a certificate the operator trusts is accepted, but only for its own names', async () => {
    const egress = createEgress({ allow, ca: [TEST_ONLY_TLS.cert], lookup: dns.lookup })
    dns.name('hooks.example', ['127.0.0.1'])
    dns.name('other.example', ['127.0.0.1'])
    const good = await post(egress, `https://hooks.example:${server.port}/`)
    assert.ok(good.responded, JSON.stringify(good))
    assert.ok(good.phases.tls !== null)
    const bad = await post(egress, `https://other.example:${server.port}/`)
    assert.ok(!bad.responded)
    assert.equal(bad.stage, 'tls')
    assert.match(bad.reason, /^the TLS certificate is not valid: .*other\.example/)
    await egress.close()
  })
})
