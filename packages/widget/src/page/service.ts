/** What the page asks of the service, in its shapes: `/web/v1` and nothing else. */
import { word, wordsRead } from './words.ts'

export interface Message {
  readonly id: string
  readonly sequence: number
  readonly role: 'user' | 'assistant' | 'human' | 'notice'
  readonly name: string | null
  readonly text: string
  readonly audio: readonly { readonly audio: string }[]
  readonly parent_id: string | null
  readonly files: readonly { readonly name: string; readonly kind: string; readonly url: string }[]
  readonly options: readonly string[]
  readonly feedback: 'POSITIVE' | 'NEGATIVE' | null
}

export interface Chat {
  readonly conversation_id: string
  readonly token: string
  readonly title: string
  readonly greeting: string
  readonly can_hand_over: boolean
  owner: 'ai' | 'human'
  readonly messages: readonly Message[]
}

export interface Config {
  readonly theme: {
    readonly accent: string
    readonly accent_ink: string
    readonly scheme: 'auto' | 'light' | 'dark'
    readonly placeholder: string
  }
  readonly starters: readonly string[]
  readonly availability: { readonly state: string; readonly opens_at: string | null }
  readonly files: { readonly max_bytes: number; readonly formats: readonly string[] } | null
  readonly can_save: boolean
}

export const agentId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
export const ofAgent = (rest: string) => `/web/v1/agents/${encodeURIComponent(agentId)}/${rest}`
export const ofChat = (chat: Chat, rest: string) => `/web/v1/chats/${chat.conversation_id}/${rest}`
export const bearer = (chat: Chat) => ({ authorization: `Bearer ${chat.token}` })

/** Throws an error whose message the visitor may read. */
export async function post<T>(path: string, chat: Chat | undefined, body?: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(chat ? bearer(chat) : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) await wordsRead
  if (response.status === 429) throw new Error(word('tooFast'))
  if (response.status === 401 && chat) throw new Error(word('ended'))
  // Not of the service: something on the way has answered in its place.
  const answer = await response.json().catch(() => Promise.reject(new TypeError('no answer')))
  if (!response.ok) throw new Error(answer.hint ?? answer.message)
  return answer
}

/** Who cannot prove who they are may talk all the same, as somebody unknown; the owner finds the reason in the browser's log. */
export async function startChat(token: string | undefined, userJwt: string | undefined): Promise<Chat> {
  const start = (known: object) =>
    post<Chat>(ofAgent('chats'), undefined, { ...(token && { token }), ...known })
  if (!userJwt) return start({})
  try {
    return await start({ user_jwt: userJwt })
  } catch (error) {
    if (error instanceof TypeError) throw error
    console.warn(`Tandem: the visitor stays unknown: ${(error as Error).message}`)
    return start({})
  }
}

/** Undefined when it cannot be had: the chat then looks as it does by itself, and begins all the same. */
export async function readConfig(): Promise<Config | undefined> {
  const response = await fetch(ofAgent('config')).catch(() => undefined)
  return response?.ok ? response.json() : undefined
}

/** A browser's own words for a connection that failed help nobody. */
export const told = (error: unknown) =>
  error instanceof TypeError ? word('unreachable') : (error as Error).message
