/**
 * Endpoints support different request settings. If an endpoint refuses a setting, the request is repeated without it, and later
 * requests leave it out, so that nobody has to configure it.
 */
type Body = Record<string, unknown>

const OPTIONAL = ['temperature', 'stream_options']
const UNSUPPORTED =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra|not permitted|only the default/i

export type EndpointQuirks = ReturnType<typeof createQuirks>

export function createQuirks() {
  const refused = new Set<string>()
  return {
    /** Removes the settings that this endpoint refuses. */
    adapt(text: string): string {
      if (refused.size === 0) return text
      const settings = Object.entries(JSON.parse(text) as Body)
      return JSON.stringify(Object.fromEntries(settings.filter(([name]) => !refused.has(name))))
    },
    /** Learns from a refusal; returns whether a second request makes sense. */
    learn(status: number, said: string, text: string): boolean {
      if ((status !== 400 && status !== 422) || !UNSUPPORTED.test(said)) return false
      const body = JSON.parse(text) as Body
      const found = OPTIONAL.find((name) => name in body && said.includes(name))
      if (found !== undefined) refused.add(found)
      return found !== undefined
    },
  }
}
