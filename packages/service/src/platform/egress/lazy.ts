/** The egress client, loaded when something is first sent: its HTTP stack would slow every start. */
import type { Egress, EgressOptions } from './client.ts'

export function createLazyEgress(options: () => Promise<EgressOptions>): Egress {
  let client: Egress | undefined
  let loading: Promise<Egress> | undefined
  const load = () => {
    loading ??= Promise.all([import('./client.ts'), options()]).then(([{ createEgress }, given]) => {
      client = createEgress(given)
      return client
    })
    return loading
  }
  return {
    send: (request) => (client ? client.send(request) : load().then((loaded) => loaded.send(request))),
    download: (request) =>
      client ? client.download(request) : load().then((loaded) => loaded.download(request)),
    fetch: (input, init, limits) => load().then((loaded) => loaded.fetch(input, init, limits)),
    stats: () => client?.stats() ?? { inFlight: 0, origins: [] },
    close: async () => client?.close(),
  }
}
