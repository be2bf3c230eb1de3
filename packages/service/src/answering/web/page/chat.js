/** The chat page: begins a chat, sends what the visitor says, and shows what comes over the stream of events. */
import { EventReader } from './event-reader.js'
import { linked } from './linked.js'
import { putWords, words } from './words.js'

const agentId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
const keptAs = `tandem-chat:${agentId}`
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
const page = Object.fromEntries(
  [
    'title',
    'status',
    'dot',
    'messages',
    'typing',
    'words',
    'send',
    'trouble',
    'person',
    'end',
    'again',
    'composer',
  ].map((id) => [id, byId(id)]),
)

/** How long after a refusal the stream is asked for again. */
const AGAIN_MS = 2000
/** A page that nobody looks at gives its connection back: browsers have six for all their tabs. */
const HIDDEN_MS = 5000
let chat
let source
let lastSeen = 0
/** The visitor pressed Enter before the chat was there. */
let wantsToSend = false
/** Turns under way: the message that was asked, and the bubble its answer grows in. */
const turns = new Map()
/** Words sent and not yet seen on the stream, by their client id. */
const unsent = new Map()
/** The words of which it is not known whether they arrived: sent again, they keep their id and count once. */
let doubtful
let hiding

async function call(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(chat ? { authorization: `Bearer ${chat.token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.status === 429) throw new Error(words.tooFast)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.hint ?? answer.message)
  return answer
}

async function begin(token) {
  chat = undefined
  source?.close()
  lastSeen = 0
  turns.clear()
  unsent.clear()
  page.messages.replaceChildren()
  page.typing.hidden = true
  try {
    chat = await call(`/web/v1/agents/${encodeURIComponent(agentId)}/chats`, token ? { token } : {})
  } catch (error) {
    page.status.textContent = words.unavailable
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
function keep(token) {
  try {
    localStorage.setItem(keptAs, token)
  } catch {}
}

function kept() {
  try {
    return localStorage.getItem(keptAs)
  } catch {
    return chat?.token ?? null
  }
}

function listen() {
  source = new EventReader(`/web/v1/chats/${chat.conversation_id}/events`, chat.token, lastSeen)
  source.addEventListener('open', () => {
    showConnection(true)
    // What had grown of an answer comes again: as its words so far, or whole.
    for (const turnId of [...turns.keys()]) endTurn(turnId, true)
  })
  source.addEventListener('error', ({ target }) => {
    if (target !== source) return
    showConnection(false)
    // Refused, not cut off: it does not try again by itself.
    if (source.readyState === EventReader.CLOSED) setTimeout(() => listenAgain(target), AGAIN_MS)
  })
  on('message', show)
  on('piece', ({ turnId, text }) => grow(turnId, text))
  on('so_far', ({ turnId, text }) => {
    endTurn(turnId, true)
    grow(turnId, text)
  })
  on('turn_over', ({ turnId, dropped }) => endTurn(turnId, dropped))
  on('floor', ({ owner }) => {
    // What the AI was about to say is not said any more.
    if (owner === 'human') for (const turnId of [...turns.keys()]) endTurn(turnId, true)
    showFloor(owner)
  })
  on('gone', showGone)
}

async function listenAgain(refused) {
  if (refused !== source) return
  const response = await fetch(`/web/v1/chats/${chat.conversation_id}/messages?after=${lastSeen}`, {
    headers: { authorization: `Bearer ${chat.token}` },
  }).catch(() => undefined)
  if (refused !== source) return
  if ([401, 403, 404].includes(response?.status)) showGone()
  else listen()
}

function showGone() {
  source.close()
  for (const id of ['person', 'end', 'again', 'typing']) page[id].hidden = true
  page.words.disabled = true
  page.send.disabled = true
  page.dot.classList.remove('on')
  page.status.textContent = words.unavailable
  showTrouble(words.ended)
}

function on(name, fn) {
  source.addEventListener(name, (event) => fn(JSON.parse(event.data)))
}

function show(message) {
  if (message.sequence <= lastSeen) return
  lastSeen = message.sequence
  if (message.role === 'user') {
    const [waiting] = unsent
    if (waiting && waiting[1].textContent === message.text) {
      waiting[1].classList.remove('unsent')
      unsent.delete(waiting[0])
      return
    }
  }
  // Whoever speaks has stopped typing.
  if (message.role !== 'user') page.typing.hidden = true
  const made = grownOf(message) ?? bubble(message.role, message.text)
  if (message.role === 'human') made.dataset.name = message.name ?? ''
  for (const { audio } of message.audio) {
    const player = document.createElement('audio')
    player.controls = true
    player.src = audio
    made.append(player)
  }
}

/** What grew piece by piece is replaced by what was stored, in its place, so that nobody loses the line they are reading. */
function grownOf({ parent_id, role, text }) {
  const grown = turns.get(parent_id)
  if (!grown) return undefined
  turns.delete(parent_id)
  grown.className = role
  grown.replaceChildren(linked(text))
  return grown
}

function grow(turnId, text) {
  const wasLow = isLow()
  let made = turns.get(turnId)
  if (!made) {
    made = bubble('assistant', '')
    turns.set(turnId, made)
  }
  made.textContent += text
  page.typing.hidden = true
  if (wasLow) scrollTo(made)
}

function endTurn(turnId, isDropped) {
  if (isDropped) turns.get(turnId)?.remove()
  turns.delete(turnId)
  page.typing.hidden = true
}

function bubble(kind, text) {
  page.messages.querySelector('.empty')?.remove()
  const made = document.createElement('li')
  made.className = kind
  made.dir = 'auto'
  made.append(linked(text))
  const wasLow = isLow()
  page.messages.append(made)
  if (wasLow || kind === 'user') scrollTo(made)
  return made
}

function showEmpty() {
  const made = document.createElement('li')
  made.className = 'empty'
  made.textContent = words.empty
  page.messages.append(made)
}

const list = () => page.messages.parentElement
const isLow = () => list().scrollHeight - list().scrollTop - list().clientHeight < 80
const scrollDown = () => list().scrollTo({ top: list().scrollHeight })
/** Down to its end, or where it is too long for that, to where it begins. */
const scrollTo = (made) =>
  made.offsetHeight > list().clientHeight ? made.scrollIntoView({ block: 'start' }) : scrollDown()

function showFloor(owner) {
  page.person.hidden = owner === 'human' || !chat.can_hand_over
  page.end.hidden = owner !== 'human'
  chat.owner = owner
  showConnection(source?.readyState === EventReader.OPEN)
}

function showConnection(isOpen) {
  page.dot.classList.toggle('on', isOpen)
  const who = chat.owner === 'human' ? words.person : words.online
  page.status.textContent = isOpen ? who : words.reconnecting
}

function showTrouble(text) {
  page.trouble.textContent = text
  page.trouble.hidden = text === ''
}

/** A browser's own words for a connection that failed help nobody. */
const told = (error) => (error instanceof TypeError ? words.unreachable : error.message)

/** Not `randomUUID`, which pages have over TLS and on localhost only. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

async function send() {
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
    await call(`/web/v1/chats/${chat.conversation_id}/messages`, { text, client_id: clientId })
  } catch (error) {
    // Seen on the stream: it arrived, and only the answer to its sending was lost.
    if (!unsent.delete(clientId)) return
    doubtful = { text, clientId }
    made.remove()
    page.typing.hidden = true
    page.words.value = text
    page.send.disabled = false
    showTrouble(`${words.notSent} ${told(error)}`)
  }
}

async function attempt(path) {
  try {
    return await call(`/web/v1/chats/${chat.conversation_id}/${path}`, path === 'handoff' ? {} : undefined)
  } catch (error) {
    showTrouble(told(error))
    return undefined
  }
}

page.words.addEventListener('input', () => {
  page.send.disabled = !chat || page.words.value.trim() === ''
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
  const answer = await attempt('handoff')
  if (answer?.result === 'none') showTrouble(words.nobody)
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
