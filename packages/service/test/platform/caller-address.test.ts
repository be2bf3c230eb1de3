/** Which callers count as one. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, it } from 'node:test'
import { callerAddress, isLocal, networkOf } from '../../src/platform/http/caller-address.ts'

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

describe('a caller', () => {
  it('is one address of IPv4, however it is written', () => {
    assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
    assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7')
    assert.equal(callerAddress(request('10.0.0.1', { 'x-forwarded-for': '192.0.2.7:4711' }), 1), '192.0.2.7')
  })

  it('is a /64 of IPv6: the addresses of one customer are one caller', () => {
    const network = '2001:db8:1:2::/64'
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:DB8:0001:2::9%eth0'])
      assert.equal(networkOf(address), network)
    assert.equal(callerAddress(request('::1', { 'x-forwarded-for': '[2001:db8:1:2::5]:80' }), 1), network)
    assert.notEqual(networkOf('2001:db8:1:3::1'), network)
    assert.notEqual(networkOf('::1'), networkOf('::2'))
  })

  it('is as the proxies say that we were told of, and no further', () => {
    const passedOn = request('10.0.0.1', { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' })
    assert.equal(callerAddress(passedOn, 0), '10.0.0.1')
    assert.equal(callerAddress(passedOn, 1), '192.0.2.7')
    assert.equal(callerAddress(request('10.0.0.1'), 1), '10.0.0.1')
  })

  it('is local on loopback, unless somebody passed the request on', () => {
    assert.ok(
      isLocal(request('127.0.0.1')) && isLocal(request('::1')) && isLocal(request('::ffff:127.0.0.1')),
    )
    assert.ok(!isLocal(request('192.0.2.7')))
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      assert.ok(!isLocal(request('127.0.0.1', { [name]: 'x' })), name)
  })
})
