/**
 * The addresses that Tandem may connect to: public unicast addresses, and those that the operator names in TANDEM_EGRESS_ALLOW.
 * Pure functions over address text; the connector calls them at each of its three layers.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  type Address,
  type AddressKind,
  carriedAddress,
  kindOf,
  MAPPED,
  readAddress,
} from './address-kinds.ts'

type Range = readonly [base: Address, bits: number]

/** One entry of the allow list: the ranges that it allows. */
export interface AllowRule {
  readonly ranges: readonly Range[]
  /** Exceptions from the ranges; each needs its own entry to be allowed. */
  readonly except: readonly Range[]
}

type Verdict = { allowed: true } | { allowed: false; reason: string }

const ALLOWED: Verdict = { allowed: true }

/** Without link-local addresses, which cloud metadata services use; the IPv6 one of AWS is a unique local address. */
const PRIVATE_RANGES = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
].map(rangeOf)
const PRIVATE_EXCEPT = [rangeOf('fd00:ec2::254/128')]
const PRIVATE: AllowRule = { ranges: PRIVATE_RANGES, except: PRIVATE_EXCEPT }
const EVERYTHING = ['0.0.0.0/0', '::/0'].map(rangeOf)

/** Reads a comma-separated list of addresses, CIDR ranges and the words `private` and `all`. */
export function parseAllowList(text: string): AllowRule[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry)
}

function parseEntry(entry: string): AllowRule {
  const word = entry.toLowerCase()
  if (word === 'all') return { ranges: EVERYTHING, except: [] }
  if (word === 'private') return PRIVATE

  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  const widest = family === 4 ? 32 : 128
  const bits = prefix === undefined ? widest : Number(prefix)
  const prefixIsNumber = prefix === undefined || /^\d{1,3}$/.test(prefix)
  // `isIP` accepts a scope id, which names an interface and not a range.
  if (family === 0 || address.includes('%') || !prefixIsNumber || bits > widest || rest.length > 0) {
    throw new Error(
      `TANDEM_EGRESS_ALLOW: found "${entry}", needed an address (10.1.2.3), a range (10.0.0.0/8, fd00::/8), ` +
        'or one of the words private and all. Correct or remove this entry; entries are separated by commas.',
    )
  }
  return { ranges: bothWritings(readAddress(address), bits), except: [] }
}

/** A range of IPv4-mapped addresses also means the IPv4 addresses, to which the connections are made. */
function bothWritings(base: Address, bits: number): Range[] {
  const range: Range = [base, bits]
  const carried = bits >= 96 ? carriedAddress(base) : null
  return carried?.what === MAPPED ? [range, [carried.inner, bits - 96]] : [range]
}

/** Returns whether a connection to `ip` is allowed, and if not, why, in one sentence. */
export function judgeAddress(ip: string, allow: readonly AllowRule[]): Verdict {
  if (isIP(ip) === 0) return { allowed: false, reason: `"${ip}" is not an IP address` }

  const address = readAddress(ip)
  if (isNamed(address, allow)) return ALLOWED

  const carried = carriedAddress(address)
  // A mapped or NAT64 address is only another notation of the IPv4 address inside, so that address is judged.
  if (carried?.sameHost) {
    if (isNamed(carried.inner, allow)) return ALLOWED
    const kind = kindOf(carried.inner)
    return kind
      ? refusal(`${ip} stands for ${carried.inner.toString()}, which is ${kind.what}`, kind, carried.inner)
      : ALLOWED
  }
  // Old tunnels are refused completely: an unknown relay decides who gets the packet.
  if (carried) return refusal(`${ip} is ${carried.what} that leads to ${carried.inner.toString()}`)

  const kind = kindOf(address)
  return kind ? refusal(`${ip} is ${kind.what}`, kind, address) : ALLOWED
}

function refusal(finding: string, kind?: AddressKind, address?: Address): Verdict {
  const isByWord = address !== undefined && isNamed(address, [PRIVATE])
  const noun = kind?.isPrivate && isByWord ? 'private addresses' : 'such addresses'
  const more = kind?.isPrivate && !isByWord ? ', which the word private does not' : ''
  return {
    allowed: false,
    reason: `${finding}; ${noun} are refused unless TANDEM_EGRESS_ALLOW names their range${more}`,
  }
}

function isNamed(address: Address, allow: readonly AllowRule[]): boolean {
  return allow.some(
    (rule) =>
      rule.ranges.some((range) => isWithin(address, range)) &&
      !rule.except.some((range) => isWithin(address, range)),
  )
}

function isWithin(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits)
}

function rangeOf(cidr: string): Range {
  return ipaddr.parseCIDR(cidr)
}
