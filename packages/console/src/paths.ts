/** Every address of the console, below `/console`. Screens take addresses from here and write none themselves. */

const agentPath = (agentId: string) => `/a/${encodeURIComponent(agentId)}`

/** The address with a query; empty values are left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length > 0 ? `${path}?${search}` : path
}

/** The address with the query of another one, such as the filters of a list. */
export const withSearch = (path: string, search: string) => (search ? `${path}?${search}` : path)

/** The desk is a page of its own. */
export const DESK = '/desk'
/** Where somebody at the desk reads a conversation and takes it over. */
export const deskConversation = (conversationId: string) =>
  `${DESK}/conversations/${encodeURIComponent(conversationId)}`

export const paths = {
  home: '/',
  signIn: '/sign-in',
  agents: '/agents',
  newAgent: '/agents/new',
  accounts: '/accounts',
  account: (accountId: string) => `/accounts/${encodeURIComponent(accountId)}`,
  audit: '/audit',
  profile: '/profile',
  overview: (agentId: string) => agentPath(agentId),
  knowledge: (agentId: string, query: Readonly<Record<string, string | number | undefined>> = {}) =>
    withQuery(`${agentPath(agentId)}/knowledge`, query),
  knowledgeAdd: (agentId: string, query: Readonly<Record<string, string | undefined>> = {}) =>
    withQuery(`${agentPath(agentId)}/knowledge/add`, query),
  knowledgeType: (agentId: string) => `${agentPath(agentId)}/knowledge/type`,
  document: (
    agentId: string,
    docId: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ) => withQuery(`${agentPath(agentId)}/knowledge/d/${encodeURIComponent(docId)}`, query),
  review: (agentId: string, docId: string) =>
    `${agentPath(agentId)}/knowledge/d/${encodeURIComponent(docId)}/review`,
  test: (agentId: string) => `${agentPath(agentId)}/test`,
  questionSet: (agentId: string, setId: string) => `${agentPath(agentId)}/test/${encodeURIComponent(setId)}`,
  unanswered: (agentId: string) => `${agentPath(agentId)}/unanswered`,
  conversations: (agentId: string) => `${agentPath(agentId)}/conversations`,
  conversation: (agentId: string, conversationId: string) =>
    `${agentPath(agentId)}/conversations/${encodeURIComponent(conversationId)}`,
  handoffs: (agentId: string) => `${agentPath(agentId)}/handoffs`,
  handoff: (agentId: string, handoffId: string) =>
    `${agentPath(agentId)}/handoffs/${encodeURIComponent(handoffId)}`,
  deliveries: (agentId: string, query: Readonly<Record<string, string | number | undefined>> = {}) =>
    withQuery(`${agentPath(agentId)}/deliveries`, query),
  delivery: (agentId: string, deliveryId: string) =>
    `${agentPath(agentId)}/deliveries/${encodeURIComponent(deliveryId)}`,
  integration: (agentId: string, part?: 'services' | 'keys') =>
    withQuery(`${agentPath(agentId)}/integration`, { part }),
  chat: (agentId: string) => `${agentPath(agentId)}/chat`,
  playground: (agentId: string) => `${agentPath(agentId)}/playground`,
  usage: (agentId: string) => `${agentPath(agentId)}/usage`,
  settings: (agentId: string) => `${agentPath(agentId)}/settings`,
}
