/** The kinds of delivery and the address each goes to under its endpoint. */
import type { DeliveryKind } from '@tandem/contract/admin-deliveries'

const paths: Readonly<Record<DeliveryKind, string>> = {
  message: '',
  handoff_establish: '/conversation/establish',
  handoff_chat: '/chat',
  handoff_close: '/conversation/close',
}

export const deliveryKindNames = Object.keys(paths) as DeliveryKind[]

/** The path goes between the configured URL's own path and its query. */
export function targetUrl(kind: DeliveryKind, configured: string): string {
  const path = paths[kind]
  if (path === '') return configured
  const url = new URL(configured)
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + path
  return url.href
}
