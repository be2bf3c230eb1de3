/** What the screen of the integration reads. */
import type { TandemError } from '@tandem/sdk/source'
import { queryOptions } from '@tanstack/react-query'
import { admin, live } from '../../api.ts'

export const integrationQueries = {
  /** Null: there is none. */
  webhook: (agentId: string) =>
    queryOptions({
      queryKey: ['message-webhook', agentId],
      queryFn: ({ signal }) =>
        admin.messageWebhook.get({ agentId }, { signal }).catch((error: TandemError) => {
          if (error.status === 404) return null
          throw error
        }),
      meta: live('endpoint'),
    }),
  services: (agentId: string) =>
    queryOptions({
      queryKey: ['human-services', agentId],
      queryFn: ({ signal }) => admin.humanServices.list({ agentId }, { signal }).then(({ items }) => items),
      meta: live('endpoint'),
    }),
  keys: (agentId: string) =>
    queryOptions({
      queryKey: ['api-keys', agentId],
      queryFn: ({ signal }) => admin.apiKeys.list({ agentId }, { signal }).then(({ items }) => items),
    }),
  /** The signing secrets of the message webhook, or of a human service. */
  secrets: (agentId: string, serviceId: string | undefined) =>
    queryOptions({
      queryKey: ['signing-secrets', agentId, serviceId ?? ''],
      queryFn: ({ signal }) =>
        (serviceId === undefined
          ? admin.messageWebhook.signingSecrets({ agentId }, { signal })
          : admin.humanServices.signingSecrets({ agentId, serviceId }, { signal })
        ).then(({ items }) => items),
    }),
}
