/**
 * A receiver for workers and other places where a Request becomes a Response: Cloudflare, Deno (`deno serve`), Bun.
 * Several instances run at once there, so what was seen is kept in a store that they share.
 */
import { createReceiver } from '@tandem/sdk/receiver'

/** Such as a KV namespace. */
interface Store {
  get(key: string): Promise<string | null>
  put(key: string, value: string, options?: { expirationTtl: number }): Promise<void>
}

interface Env {
  readonly SEEN: Store
  readonly TANDEM_SIGNING_SECRET: string
}

const FOUR_DAYS_S = 4 * 24 * 3600

// biome-ignore lint/style/noDefaultExport: a worker is the default export of its module
export default {
  fetch(request: Request, env: Env): Promise<Response> {
    const hooks = createReceiver({
      signingSecrets: [env.TANDEM_SIGNING_SECRET],
      seen: {
        has: async (id) => (await env.SEEN.get(id)) !== null,
        add: (id) => env.SEEN.put(id, 'seen', { expirationTtl: FOUR_DAYS_S }),
      },
      message({ conversation_id, output }) {
        console.log(`${conversation_id}: ${output[0]?.content.text}`)
      },
    })
    return hooks.fetch(request)
  },
}
