/**
 * Endpoints differ in which settings of a request they take. One that refuses a setting says so; it is then left out, at once
 * and from then on, so that nobody has to configure it.
 */
type Body = Record<string, unknown>

interface Quirk {
  /** Whether the refusal of this body is about it. */
  readonly isMeant: (said: string, body: Body) => boolean
  readonly apply: (body: Body) => Body
}

const UNSUPPORTED =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|only the default/i

const QUIRKS: readonly Quirk[] = [
  {
    isMeant: (said, body) => 'temperature' in body && said.includes('temperature') && UNSUPPORTED.test(said),
    apply: ({ temperature: _, ...rest }) => rest,
  },
  {
    isMeant: (said, body) =>
      'stream_options' in body && said.includes('stream_options') && UNSUPPORTED.test(said),
    apply: ({ stream_options: _, ...rest }) => rest,
  },
]

export type EndpointQuirks = ReturnType<typeof createQuirks>

export function createQuirks() {
  const known = new Set<Quirk>()
  return {
    /** The body as this endpoint takes it. */
    adapt(text: string): string {
      if (known.size === 0) return text
      let body: Body = JSON.parse(text)
      for (const quirk of known) body = quirk.apply(body)
      return JSON.stringify(body)
    },
    /** Whether something new was learned from a refusal, so that a second request makes sense. */
    learn(status: number, said: string, text: string): boolean {
      if (status !== 400 && status !== 422) return false
      const body: Body = JSON.parse(text)
      const found = QUIRKS.find((quirk) => !known.has(quirk) && quirk.isMeant(said, body))
      if (found) known.add(found)
      return found !== undefined
    },
  }
}
