/** Splits a URL into the parts that a request needs, and refuses addresses that Tandem never sends to. */

export interface Target {
  /** Scheme, host and port; connections are kept per origin. */
  readonly origin: string
  readonly hostname: string
  /** Host with port. */
  readonly host: string
  readonly path: string
}

type TargetOrRefusal = { target: Target; refusal: null } | { target: null; refusal: string }

export function readTarget(text: string): TargetOrRefusal {
  const url = URL.parse(text)
  if (!url) return refuse('the URL cannot be read')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(`the URL has the scheme ${url.protocol.slice(0, -1)}, and only http and https are sent to`)
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('the URL holds a user name or password, which belong in the Authorization header')
  }
  if (url.port === '0') return refuse('the URL has the port 0, which nothing can listen on')
  if (!isName(url.hostname)) return refuse(`${url.hostname.slice(0, 80)} is no name that can be looked up`)
  return {
    target: {
      origin: url.origin,
      hostname: url.hostname,
      host: url.port === '' ? `${url.hostname}:${url.protocol === 'https:' ? 443 : 80}` : url.host,
      path: url.pathname + url.search,
    },
    refusal: null,
  }
}

/** A part of this service that may receive requests although its address is private. */
export interface OwnAddress {
  /** The addresses under which this service is known. */
  readonly knownAs: readonly string[]
  /** The address where it listens. */
  readonly origin: string
  /** Only paths that begin like this are reached. */
  readonly below: string
}

/** Returns the same target at the address where this service listens; undefined if it is not part of this service. */
export function ownTarget(target: Target, own: OwnAddress | undefined): Target | undefined {
  if (!own) return undefined
  for (const name of own.knownAs) {
    const known = URL.parse(name)
    const before = known?.pathname.replace(/\/$/, '') ?? ''
    // `URL` has normalised the path: it contains no `..`.
    if (target.origin === known?.origin && target.path.startsWith(before + own.below))
      return readTarget(own.origin + target.path.slice(before.length)).target ?? undefined
  }
  return undefined
}

/** Whether the name consists of labels of 1 to 63 characters, as in DNS; IPv4 addresses do too, IPv6 addresses have brackets. */
function isName(hostname: string): boolean {
  if (hostname.startsWith('[')) return true
  const name = hostname.replace(/\.$/, '')
  return name.length <= 253 && name.split('.').every((part) => part.length >= 1 && part.length <= 63)
}

function refuse(refusal: string): TargetOrRefusal {
  return { target: null, refusal }
}
