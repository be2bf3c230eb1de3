/** Follows the events of a chat, and takes up again where it was cut off. */
import { EventReader } from './event-reader.ts'
import { bearer, type Chat, type Message, ofChat } from './service.ts'

/** How long after a refusal the stream is asked for again. */
const AGAIN_MS = 2000
/** What a chat answers whose token has expired, and one that is over for everybody. */
const EXPIRED = 401
const OVER = [403, 404]

export interface Heard {
  connection(isOpen: boolean): void
  message(message: Message): void
  piece(turnId: string, text: string): void
  soFar(turnId: string, text: string): void
  turnOver(turnId: string, isDropped: boolean): void
  floor(owner: 'ai' | 'human', isTalking: boolean): void
  /** A person types. */
  typing(): void
  /** The chat is over for good; where only its token has expired, another can begin. */
  gone(isExpired: boolean): void
}

export interface Following {
  readonly isOpen: () => boolean
  /** Gives the connection back, or takes it up again. */
  rest(): void
  goOn(): void
  end(): void
}

/** `lastSeen` is the number of the last message shown. */
export function followChat(chat: Chat, lastSeen: () => number, heard: Heard): Following {
  let source: EventReader | undefined
  let isOver = false

  function listen(): void {
    const reader = new EventReader(ofChat(chat, 'events'), chat.token, lastSeen())
    source = reader
    const on = <T>(name: string, fn: (data: T) => void) =>
      reader.addEventListener(name, (event) => fn(JSON.parse((event as MessageEvent<string>).data)))
    reader.addEventListener('open', () => heard.connection(true))
    reader.addEventListener('error', () => {
      if (reader !== source || isOver) return
      heard.connection(false)
      // Refused, not cut off: it does not try again by itself.
      if (reader.readyState === EventReader.CLOSED) setTimeout(() => listenAgain(reader), AGAIN_MS)
    })
    on<Message>('message', heard.message)
    on<{ turnId: string; text: string }>('piece', ({ turnId, text }) => heard.piece(turnId, text))
    on<{ turnId: string; text: string }>('so_far', ({ turnId, text }) => heard.soFar(turnId, text))
    on<{ turnId: string; dropped?: boolean }>('turn_over', ({ turnId, dropped }) =>
      heard.turnOver(turnId, dropped === true),
    )
    on<{ owner: 'ai' | 'human'; state: string }>('floor', ({ owner, state }) =>
      heard.floor(owner, state === 'CONNECTED'),
    )
    on('typing', heard.typing)
    on('gone', () => gone(false))
  }

  async function listenAgain(refused: EventReader): Promise<void> {
    if (refused !== source || isOver) return
    const request = fetch(ofChat(chat, `messages?after=${lastSeen()}`), { headers: bearer(chat) })
    const response = await request.catch(() => undefined)
    if (refused !== source || isOver) return
    const status = response?.status ?? 0
    if (status === EXPIRED || OVER.includes(status)) gone(status === EXPIRED)
    else listen()
  }

  function end(): void {
    isOver = true
    source?.close()
  }
  function gone(isExpired: boolean): void {
    end()
    heard.gone(isExpired)
  }

  listen()
  return {
    isOpen: () => source?.readyState === EventReader.OPEN,
    rest: () => source?.close(),
    goOn() {
      if (!isOver && source?.readyState === EventReader.CLOSED) listen()
    },
    end,
  }
}
