/** Every address of the desk, below `/desk`. */

export const deskPaths = {
  home: '/',
  handoff: (handoffId: string) => `/h/${encodeURIComponent(handoffId)}`,
  conversations: '/conversations',
  conversation: (conversationId: string) => `/conversations/${encodeURIComponent(conversationId)}`,
  supervise: '/supervise',
}
