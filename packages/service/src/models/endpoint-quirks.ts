/**
 * Endpoints differ in which settings of a request they take. One that refuses a setting says so; it is then left out, at once
 * and from then on, so that nobody has to configure it.
 */
type Body = Record<string, unknown>

const OPTIONAL = ['temperature', 'stream_options']
const UNSUPPORTED =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|only the default/i

export type EndpointQuirks = ReturnType<typeof createQuirks>

export function createQuirks() {
  const refused = new Set<string>()
  return {
    /** The body as this endpoint takes it. */
    adapt(text: string): string {
      if (refused.size === 0) return text
      const settings = Object.entries(JSON.parse(text) as Body)
      return JSON.stringify(Object.fromEntries(settings.filter(([name]) => !refused.has(name))))
    },
    /** Whether something new was learned from a refusal, so that a second request makes sense. */
    learn(status: number, said: string, text: string): boolean {
      if ((status !== 400 && status !== 422) || !UNSUPPORTED.test(said)) return false
      const body = JSON.parse(text) as Body
      const found = OPTIONAL.find((name) => name in body && said.includes(name))
      if (found !== undefined) refused.add(found)
      return found !== undefined
    },
  }
}
