/** The chat page: begins a chat and shows what comes of it. Alone, or in a frame of another page (`host.ts`). */
import { showChoices } from './choices.ts'
import { onPress, page, showTrouble } from './elements.ts'
import { hasFile, sendFile, takeFiles } from './files.ts'
import { type Following, followChat } from './follow.ts'
import { isBehindButton, isInline, isNewVisitor, onHost, tellHost, textOf, welcomed } from './host.ts'
import { keepToken, keptToken, onKeptElsewhere } from './kept-token.ts'
import { putLook } from './look.ts'
import { addRating } from './rating.ts'
import { saveTalk } from './save.ts'
import { noteShown, tellSeen } from './seen.ts'
import { forgetUnsent, isOwn, sendWords } from './send.ts'
import { type Chat, type Config, type Message, ofChat, post, readConfig, startChat, told } from './service.ts'
import { showStatus } from './status.ts'
import {
  bubble,
  clearTalk,
  dropTurns,
  endTurn,
  grow,
  isLow,
  keepLow,
  showEmpty,
  showMessage,
} from './talk.ts'
import { endTyping, showTyping, tellTyping } from './typing.ts'
import { noteSaid, setShown } from './unread.ts'
import { language, word, wordsRead } from './words.ts'

/** A page that nobody looks at gives its connection back: browsers have six for all their tabs. */
const HIDDEN_MS = 5000
/** After the service could not be reached. */
const AGAIN_MS = 3000
let config: Config | undefined
let chat: Chat | undefined
let following: Following | undefined
let lastSeen = 0
let userJwt: string | undefined
/** The visitor pressed Enter before the chat was there. */
let wantsToSend = false
/** What was said before the page was loaded is nothing new. */
let isNew = false
let hiding: number | undefined
/** How often a chat was begun: only the last one counts. */
let begun = 0
/** The token of the chat that was begun last. A visitor who says who they are meanwhile goes on with it, and leaves no empty one behind. */
let lastToken: Promise<string | undefined> = Promise.resolve(undefined)

async function begin(token: string | undefined, isOfOtherTab = false): Promise<void> {
  const mine = ++begun
  following?.end()
  chat = undefined
  lastSeen = 0
  isNew = false
  forgetUnsent()
  clearTalk()
  showChoices([], say)
  try {
    if (mine > 1 && !config) dressing = dress()
    const [started] = await Promise.all([startAfterLast(token), dressing, wordsRead])
    if (mine !== begun) return
    chat = started
  } catch (error) {
    await wordsRead
    if (mine !== begun) return
    page.status.textContent = word('unavailable')
    showTrouble(told(error))
    if (error instanceof TypeError) setTimeout(() => mine === begun && begin(token, isOfOtherTab), AGAIN_MS)
    return
  }
  // Asked for first: it is on its way while the page is drawn.
  follow(chat)
  showTrouble('')
  page.words.disabled = false
  showHours()
  // The chat of another tab may be that of another user. Told of ours, that tab would begin anew, then this one, and so on.
  if (!isOfOtherTab || chat.token === token) keepToken(chat.token)
  document.title = chat.title
  page.title.textContent = chat.title
  if (chat.greeting) bubble('hello', chat.greeting)
  for (const message of chat.messages) show(message)
  if (!page.messages.hasChildNodes()) showEmpty()
  if (chat.messages.length === 0) showChoices(config?.starters ?? [], say)
  showStatus({ isOpen: false, isTalking: false })
  showFloor(chat.owner)
  page.save.hidden = !config?.can_save
  // Among the words of another page the chat waits until somebody turns to it.
  if (!isInline || document.hasFocus()) page.words.focus()
  showSendable()
  isNew = true
  if (wantsToSend) sendTyped()
}

function startAfterLast(token: string | undefined): Promise<Chat> {
  const earlier = lastToken
  const starting = earlier.then((last) => startChat(token ?? last, userJwt))
  lastToken = starting.then(
    (started) => started.token,
    () => earlier,
  )
  return starting
}

function follow(one: Chat): void {
  const inTalk = one.messages.at(-1)?.sequence ?? 0
  following = followChat(one, () => Math.max(lastSeen, inTalk), {
    connection(isOpen) {
      showStatus({ isOpen })
      // What had grown of an answer comes again: as its words so far, or whole.
      if (isOpen) dropTurns()
      tellSeen()
    },
    message: show,
    piece: grow,
    soFar(turnId, text) {
      endTurn(turnId, true)
      grow(turnId, text)
    },
    turnOver: endTurn,
    floor(owner, isTalking) {
      showStatus({ isTalking })
      // What the AI was about to say is not said any more.
      if (owner === 'human') dropTurns()
      else endTyping()
      showFloor(owner)
    },
    typing: showTyping,
    gone: showGone,
  })
}

function show(message: Message): void {
  if (message.sequence <= lastSeen) return
  lastSeen = message.sequence
  const wasLow = isLow()
  if (!isOwn(message)) {
    const made = showMessage(message)
    if (message.role === 'assistant' && chat) addRating(made, chat, message)
    if (message.role === 'human' && chat) {
      noteShown(chat, message.sequence)
      showStatus({ name: message.name ?? '' })
    }
  }
  showChoices(message.options ?? [], say)
  keepLow(wasLow)
  if (isNew && message.role !== 'user') noteSaid()
}

/** What was said stays there to read. */
function showGone(isExpired: boolean): void {
  for (const part of [page.person, page.end, page.typing]) part.hidden = true
  page.again.hidden = !isExpired
  showChoices([], say)
  page.words.disabled = true
  page.send.disabled = true
  page.dot.classList.remove('on')
  page.status.textContent = word('unavailable')
  showTrouble(word('ended'))
}

/** The look and the rules that the owner has chosen. */
async function dress(): Promise<void> {
  const found = await readConfig()
  if (!found || config) return
  config = found
  putLook(found)
  if (found.files) takeFiles(found.files, showSendable)
}

function showFloor(owner: 'ai' | 'human'): void {
  if (!chat) return
  page.person.hidden = owner === 'human' || !chat.can_hand_over
  page.end.hidden = owner !== 'human'
  // Pressed by mistake beside the end, it would take the person from the visitor, and the talk from the page.
  page.again.hidden = owner === 'human'
  chat.owner = owner
  showStatus({ owner })
}

/** Honest words about when people are there. */
function showHours(): void {
  const { state, opens_at } = config?.availability ?? {}
  if (state !== 'closed' || !opens_at) return
  const style = { weekday: 'long', hour: '2-digit', minute: '2-digit' } as const
  const when = new Intl.DateTimeFormat(language(), style).format(new Date(opens_at))
  page.person.title = word('backAt').replace('{when}', () => when)
}

function sendTyped(): void {
  const text = page.words.value.trim()
  wantsToSend = !chat
  if (!chat || (text === '' && !hasFile())) return
  page.words.value = ''
  page.send.disabled = true
  if (hasFile()) void sendFile(chat, text, showSendable)
  else say(text)
}

function showSendable(): void {
  page.send.disabled = !chat || (page.words.value.trim() === '' && !hasFile())
}

function say(text: string): void {
  if (!chat) return
  showChoices([], say)
  void sendWords(chat, text)
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
  showSendable()
  if (chat && page.words.value !== '') tellTyping(chat)
})
page.words.addEventListener('keydown', (event) => {
  // While an input method is composing, Enter chooses a word.
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  sendTyped()
})
page.composer.addEventListener('submit', (event) => {
  event.preventDefault()
  sendTyped()
})
onPress(page.person, async () => {
  const answer = await attempt<{ result: string }>('handoff', {})
  if (answer?.result === 'none') showTrouble(word('nobody'))
  // The button that was pressed goes away.
  else if (answer) page.words.focus()
})
onPress(page.end, async () => {
  if (await attempt('handoff/close')) page.words.focus()
})
onPress(page.again, async () => {
  if (chat) await attempt('close')
  await begin(keptToken())
})
onPress(page.save, async () => chat && saveTalk(chat))
page.close.addEventListener('click', () => tellHost({ type: 'close' }))
document.addEventListener('keydown', ({ key, isComposing }) => {
  if (key === 'Escape' && !isComposing && isBehindButton) tellHost({ type: 'close' })
})
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding)
  // A visitor who waits for a person wants to hear of it.
  const rest = () => chat?.owner !== 'human' && following?.rest()
  if (document.hidden) hiding = setTimeout(rest, HIDDEN_MS)
  else following?.goOn()
  tellSeen()
})
// Kept by the browser while another page is shown, and brought back as it was.
addEventListener('pagehide', () => following?.rest())
addEventListener('pageshow', ({ persisted }) => persisted && following?.goOn())
onHost((type, { user_jwt, is_open }) => {
  // A new visitor did not wait for it: they may have closed the chat or said who they are meanwhile.
  const isLate = type === 'init' && isNewVisitor
  if (isLate) setShown(is_open !== false)
  if (type === 'open' || type === 'close') setShown(type === 'open')
  if (type === 'open') page.words.focus()
  tellSeen()
  if (type !== 'identify' && !(isLate && user_jwt)) return
  userJwt = textOf(user_jwt)
  void begin(keptToken())
})
onKeptElsewhere((token) => {
  if (chat && token !== chat.token) void begin(token, true)
})

page.close.hidden = !isBehindButton
/** Asked for beside all else that the page begins with; again with a chat that begins without it. */
let dressing = dress()
const welcome = await welcomed()
userJwt = welcome.userJwt
setShown(welcome.isOpen)
await begin(welcome.token ?? keptToken())
