/** The chat page: begins a chat, sends what the visitor says, and shows what comes over the stream of events. */
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

let chat
let source
let lastSeen = 0
/** The visitor pressed Enter before the chat was there. */
let wantsToSend = false
/** Turns under way: the message that was asked, and the bubble its answer grows in. */
const turns = new Map()
/** Words sent and not yet seen on the stream, by their client id. */
const unsent = new Map()

async function call(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(chat ? { authorization: `Bearer ${chat.token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
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
    page.status.textContent = 'Not available'
    showTrouble(error.message)
    return
  }
  localStorage.setItem(keptAs, chat.token)
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

function listen() {
  const query = new URLSearchParams({ token: chat.token, last_id: String(lastSeen) })
  source = new EventSource(`/web/v1/chats/${chat.conversation_id}/events?${query}`)
  source.onopen = () => showConnection(true)
  source.onerror = () => showConnection(false)
  on('message', show)
  on('piece', ({ turnId, text }) => grow(turnId, text))
  on('turn_over', ({ turnId, dropped }) => endTurn(turnId, dropped))
  on('floor', ({ owner }) => {
    // What the AI was about to say is not said any more.
    if (owner === 'human') for (const turnId of [...turns.keys()]) endTurn(turnId, true)
    showFloor(owner)
  })
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
  // What grew piece by piece is replaced by what was stored.
  if (message.parent_id) turns.get(message.parent_id)?.remove()
  const made = bubble(message.role, message.text)
  if (message.role === 'human') made.dataset.name = message.name ?? ''
  for (const { audio } of message.audio) {
    const player = document.createElement('audio')
    player.controls = true
    player.src = audio
    made.append(player)
  }
}

function grow(turnId, text) {
  let made = turns.get(turnId)
  if (!made) {
    made = bubble('assistant', '')
    turns.set(turnId, made)
  }
  made.textContent += text
  page.typing.hidden = true
  scrollDown()
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
  made.textContent = text
  const wasLow = isLow()
  page.messages.append(made)
  if (wasLow || kind === 'user') scrollDown()
  return made
}

function showEmpty() {
  const made = document.createElement('li')
  made.className = 'empty'
  made.textContent = 'Ask a question to begin.'
  page.messages.append(made)
}

const list = () => page.messages.parentElement
const isLow = () => list().scrollHeight - list().scrollTop - list().clientHeight < 80
const scrollDown = () => list().scrollTo({ top: list().scrollHeight })

function showFloor(owner) {
  page.person.hidden = owner === 'human' || !chat.can_hand_over
  page.end.hidden = owner !== 'human'
  chat.owner = owner
  showConnection(source?.readyState === EventSource.OPEN)
}

function showConnection(isOpen) {
  page.dot.classList.toggle('on', isOpen)
  const who = chat.owner === 'human' ? 'A person has been called' : 'Online'
  page.status.textContent = isOpen ? who : 'Reconnecting…'
}

function showTrouble(text) {
  page.trouble.textContent = text
  page.trouble.hidden = text === ''
}

async function send() {
  const text = page.words.value.trim()
  wantsToSend = !chat
  if (!chat || text === '') return
  const clientId = crypto.randomUUID()
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
    unsent.delete(clientId)
    made.remove()
    page.typing.hidden = true
    page.words.value = text
    page.send.disabled = false
    showTrouble(`Not sent: ${error.message}`)
  }
}

async function attempt(path) {
  try {
    return await call(`/web/v1/chats/${chat.conversation_id}/${path}`, path === 'handoff' ? {} : undefined)
  } catch (error) {
    showTrouble(error.message)
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
  if (answer?.result === 'none') showTrouble('Nobody can be called here.')
})
page.end.addEventListener('click', async () => {
  if (await attempt('handoff/close')) page.words.focus()
})
page.again.addEventListener('click', async () => {
  if (chat) await attempt('close')
  await begin(localStorage.getItem(keptAs))
})

void begin(localStorage.getItem(keptAs))
