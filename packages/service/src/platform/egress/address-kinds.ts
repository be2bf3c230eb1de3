/** Describes addresses: the kind of an address that is not public unicast, and the IPv4 address inside some IPv6 forms. */
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

export interface AddressKind {
  /** With its article, for a sentence with "is". */
  readonly what: string
  /** It belongs to a private network or a single machine. */
  readonly isPrivate: boolean
}

interface CarriedAddress {
  readonly inner: ipaddr.IPv4
  readonly what: string
  /** Packets go to the inner address by definition, not through a tunnel that decides. */
  readonly sameHost: boolean
}

export const MAPPED = 'an IPv4-mapped address'

/** Reads a well-formed address. A scope id, which names an interface of this machine, is removed. */
export function readAddress(text: string): Address {
  const bare = text.split('%', 1)[0] ?? ''
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(bare)
  if (!dotted) return ipaddr.parse(bare)
  // The library would read `::1.2.3.4` as `::ffff:1.2.3.4`, so it gets the last 32 bits in hexadecimal.
  const [, head, ...octets] = dotted
  const [a = 0, b = 0, c = 0, d = 0] = octets.map(Number)
  return ipaddr.parse(`${head}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`)
}

const privately = (what: string): AddressKind => ({ what, isPrivate: true })
const specially = (what: string): AddressKind => ({ what, isPrivate: false })

/** Checked before the library's ranges, first match wins: more precise names, and ranges that the library considers public. */
const OWN_KINDS: [cidr: [Address, number], kind: AddressKind][] = (
  [
    ['169.254.169.254/32', privately('the metadata address of cloud machines')],
    ['fd00:ec2::254/128', privately('the metadata address of cloud machines')],
    ['168.63.129.16/32', privately('the platform address of Azure machines')],
    ['192.0.2.0/24', specially('a documentation address')],
    ['198.51.100.0/24', specially('a documentation address')],
    ['203.0.113.0/24', specially('a documentation address')],
    ['198.18.0.0/15', specially('a benchmarking address')],
    ['192.88.99.0/24', specially('a 6to4 relay address')],
    ['2001:db8::/32', specially('a documentation address')],
    ['3fff::/20', specially('a documentation address')],
    ['100::/64', specially('a discard-only address')],
    ['5f00::/16', specially('a segment routing address')],
    ['2001:10::/28', specially('an ORCHID address')],
    ['fec0::/10', privately('a site-local address')],
  ] as const
).map(([cidr, kind]) => [ipaddr.parseCIDR(cidr), kind])

/** By the library's names for ranges. A range that is missing here still counts as not public. */
const LIBRARY_KINDS: Record<string, AddressKind> = {
  unspecified: privately('an unspecified address (this machine is 127.0.0.1)'),
  loopback: privately('a loopback address'),
  private: privately('a private address'),
  uniqueLocal: privately('a unique local (private) address'),
  linkLocal: privately('a link-local address'),
  carrierGradeNat: privately('a shared carrier address'),
  broadcast: specially('the broadcast address'),
  multicast: specially('a multicast address'),
  benchmarking: specially('a benchmarking address'),
  orchid2: specially('an ORCHID address'),
}

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** The kind of an address that is not public unicast; null for a public one. */
export function kindOf(address: Address): AddressKind | null {
  for (const [[base, bits], kind] of OWN_KINDS) {
    if (base.kind() === address.kind() && address.match(base, bits)) return kind
  }
  const range = address.range()
  if (range !== 'unicast') return LIBRARY_KINDS[range] ?? specially('a reserved address')
  // Only 2000::/3 has been assigned.
  if (address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST_V6))
    return specially('an unassigned address')
  return null
}

/** Returns the IPv4 address inside an IPv6 address, if its form has one. */
export function carriedAddress(address: Address): CarriedAddress | null {
  if (!(address instanceof ipaddr.IPv6)) return null
  const parts = address.parts as [number, number, number, number, number, number, number, number]
  const [a, b, c, d, e, f, g, h] = parts
  const last = v4(g, h)
  const upperIsZero = (a | b | c | d) === 0

  if (upperIsZero && e === 0 && f === 0xffff) return { inner: last, what: MAPPED, sameHost: true }
  if (upperIsZero && e === 0xffff && f === 0)
    return { inner: last, what: 'an IPv4-translated address', sameHost: false }
  if (upperIsZero && e === 0 && f === 0) {
    // `::` and `::1` are addresses of their own.
    return g === 0 && h <= 1 ? null : { inner: last, what: 'an IPv4-compatible address', sameHost: false }
  }
  if (a === 0x64 && b === 0xff9b) {
    if ((c | d | e | f) === 0) return { inner: last, what: 'a NAT64 address', sameHost: true }
    if (c === 1) return { inner: last, what: 'a local NAT64 address', sameHost: false }
  }
  if (a === 0x2002) return { inner: v4(b, c), what: 'a 6to4 address', sameHost: false }
  if (a === 0x2001 && b === 0)
    return { inner: v4(g ^ 0xffff, h ^ 0xffff), what: 'a Teredo address', sameHost: false }
  return null
}

function v4(high: number, low: number): ipaddr.IPv4 {
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}
