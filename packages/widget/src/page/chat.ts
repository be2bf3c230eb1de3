/** The chat page: begins a chat, sends what the visitor says, and shows what comes over the stream of events. */
import { page, showTrouble } from './elements.ts'
import { EventReader } from './event-reader.ts'
import { agentId, bearer, type Chat, type Message, ofAgent, ofChat, post, told } from './service.ts'
import { bubble, clearTalk, dropTurns, endTurn, grow, showEmpty, showMessage } from './talk.ts'
import { endTyping, showTyping, tellTyping } from './typing.ts'
import { putWords, word } from './words.ts'

const keptAs = `tandem-chat:${agentId}`
/** How long after a refusal the stream is asked for again. */
const AGAIN_MS = 2000
/** A page that nobody looks at gives its connection back: browsers have six for all their tabs. */
const HIDDEN_MS = 5000
let chat: Chat | undefined
let source: EventReader | undefined
let lastSeen = 0
/** The visitor pressed Enter before the chat was there. */
let wantsToSend = false
/** Words sent and not yet seen on the stream, by their client id. */
const unsent = new Map<string, HTMLElement>()
/** The words of which it is not known whether they arrived: sent again, they keep their id and count once. */
let doubtful: { text: string; clientId: string } | undefined
let hiding: number | undefined

async function begin(token: string | null): Promise<void> {
  chat = undefined
  source?.close()
  lastSeen = 0
  unsent.clear()
  clearTalk()
  try {
    chat = await post<Chat>(ofAgent('chats'), undefined, token ? { token } : {})
  } catch (error) {
    page.status.textContent = word('unavailable')
    showTrouble(told(error))
    return
  }
  keep(chat.token)
  document.title = chat.title
  page.title.textContent = chat.title
  if (chat.greeting) bubble('hello', chat.greeting)
  for (const message of chat.messages) show(message)
  if (!page.messages.hasChildNodes()) showEmpty()
  showFloor(chat.owner)
  page.words.focus()
  page.send.disabled = page.words.value.trim() === ''
  listen()
  if (wantsToSend) await send()
}

/** In a frame of another site a browser may refuse to keep anything: the chat then lasts as long as its page. */
function keep(token: string): void {
  try {
    localStorage.setItem(keptAs, token)
  } catch {}
}

function kept(): string | null {
  try {
    return localStorage.getItem(keptAs)
  } catch {
    return chat?.token ?? null
  }
}

function listen(): void {
  if (!chat) return
  const reader = new EventReader(ofChat(chat, 'events'), chat.token, lastSeen)
  source = reader
  reader.addEventListener('open', () => {
    showConnection(true)
    // What had grown of an answer comes again: as its words so far, or whole.
    dropTurns()
  })
  reader.addEventListener('error', () => {
    if (reader !== source) return
    showConnection(false)
    // Refused, not cut off: it does not try again by itself.
    if (reader.readyState === EventReader.CLOSED) setTimeout(() => listenAgain(reader), AGAIN_MS)
  })
  on<Message>('message', show)
  on<{ turnId: string; text: string }>('piece', ({ turnId, text }) => grow(turnId, text))
  on<{ turnId: string; text: string }>('so_far', ({ turnId, text }) => {
    endTurn(turnId, true)
    grow(turnId, text)
  })
  on<{ turnId: string; dropped?: boolean }>('turn_over', ({ turnId, dropped }) =>
    endTurn(turnId, dropped === true),
  )
  on<{ owner: 'ai' | 'human' }>('floor', ({ owner }) => {
    // What the AI was about to say is not said any more.
    if (owner === 'human') dropTurns()
    else endTyping()
    showFloor(owner)
  })
  on('typing', showTyping)
  on('gone', showGone)
}

function on<T>(name: string, fn: (data: T) => void): void {
  source?.addEventListener(name, (event) => fn(JSON.parse((event as MessageEvent<string>).data)))
}

async function listenAgain(refused: EventReader): Promise<void> {
  if (refused !== source || !chat) return
  const headers = bearer(chat)
  const response = await fetch(ofChat(chat, `messages?after=${lastSeen}`), { headers }).catch(() => undefined)
  if (refused !== source) return
  if ([401, 403, 404].includes(response?.status ?? 0)) showGone()
  else listen()
}

function showGone(): void {
  source?.close()
  for (const part of [page.person, page.end, page.again, page.typing]) part.hidden = true
  page.words.disabled = true
  page.send.disabled = true
  page.dot.classList.remove('on')
  page.status.textContent = word('unavailable')
  showTrouble(word('ended'))
}

function show(message: Message): void {
  if (message.sequence <= lastSeen) return
  lastSeen = message.sequence
  const [waiting] = unsent
  if (message.role === 'user' && waiting?.[1].textContent === message.text) {
    waiting[1].classList.remove('unsent')
    unsent.delete(waiting[0])
  } else showMessage(message)
}

function showFloor(owner: 'ai' | 'human'): void {
  if (!chat) return
  page.person.hidden = owner === 'human' || !chat.can_hand_over
  page.end.hidden = owner !== 'human'
  chat.owner = owner
  showConnection(source?.readyState === EventReader.OPEN)
}

function showConnection(isOpen: boolean): void {
  page.dot.classList.toggle('on', isOpen)
  const who = word(chat?.owner === 'human' ? 'person' : 'online')
  page.status.textContent = isOpen ? who : word('reconnecting')
}

/** Not `randomUUID`, which pages have over TLS and on localhost only. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

async function send(): Promise<void> {
  const text = page.words.value.trim()
  wantsToSend = !chat
  if (!chat || text === '') return
  const clientId = doubtful?.text === text ? doubtful.clientId : newId()
  doubtful = undefined
  showTrouble('')
  page.words.value = ''
  page.send.disabled = true
  const made = bubble('user', text)
  made.classList.add('unsent')
  unsent.set(clientId, made)
  if (chat.owner === 'ai') page.typing.hidden = false
  try {
    await post(ofChat(chat, 'messages'), chat, { text, client_id: clientId })
  } catch (error) {
    // Seen on the stream: it arrived, and only the answer to its sending was lost.
    if (!unsent.delete(clientId)) return
    doubtful = { text, clientId }
    made.remove()
    page.typing.hidden = true
    page.words.value = text
    page.send.disabled = false
    showTrouble(`${word('notSent')} ${told(error)}`)
  }
}

async function attempt<T>(path: string, body?: object): Promise<T | undefined> {
  try {
    return chat && (await post<T>(ofChat(chat, path), chat, body))
  } catch (error) {
    showTrouble(told(error))
    return undefined
  }
}

page.words.addEventListener('input', () => {
  page.send.disabled = !chat || page.words.value.trim() === ''
  if (chat && page.words.value !== '') tellTyping(chat)
})
page.words.addEventListener('keydown', (event) => {
  // While an input method is composing, Enter chooses a word.
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  void send()
})
page.composer.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
page.person.addEventListener('click', async () => {
  const answer = await attempt<{ result: string }>('handoff', {})
  if (answer?.result === 'none') showTrouble(word('nobody'))
})
page.end.addEventListener('click', async () => {
  if (await attempt('handoff/close')) page.words.focus()
})
page.again.addEventListener('click', async () => {
  if (chat) await attempt('close')
  await begin(kept())
})
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(() => source?.close(), HIDDEN_MS)
  else if (chat && source?.readyState === EventReader.CLOSED && !page.words.disabled) listen()
})

putWords()
void begin(kept())
