/**
 * The last messages of the conversations this process has just talked in, so that a turn need not read them back. A message
 * keeps its number for ever, and its words once they are known (what its audio says comes later), and numbers leave no gap:
 * what is kept here is either all of the latest talk up to a number, or it is not used. Nothing depends on it: what is not
 * known here is read.
 */
import type { Live } from '../../conversations/live.ts'
import type { ConversationRow, MessageRow } from '../../conversations/store.ts'

/** Without a model only the last words of a conversation matter, and documents that came a little earlier. */
export const WORDS_BACK = 3
export const DOCUMENTS_BACK = 12

const KEPT = 5000
const KEPT_CHARS = 8_000_000

export interface Talk {
  /** As it was behind the last of the messages. */
  readonly conversation: ConversationRow
  /** Those that matter for an answer to the last of them, oldest first. */
  readonly messages: readonly MessageRow[]
}

export interface RecentTalk {
  /** Messages were stored here, one behind the other, and the conversation is like this behind the last of them. */
  stored(conversation: ConversationRow, ...messages: readonly MessageRow[]): void
  /** This was read from the database: the messages that matter, up to the last one. */
  read(talk: Talk): void
  /** The talk, if number `seq` is the last thing said in it and the floor has not changed hands since. */
  upTo(conversationId: string, seq: number): Talk | undefined
  /** The talk up to the last thing said in it, as far as was heard here. */
  latest(conversationId: string): Talk | undefined
}

interface Kept extends Talk {
  readonly chars: number
  /** The last number heard of; beyond the messages when somebody stored one without telling its words. */
  heard: number
}

export function createRecentTalk(live: Live): RecentTalk {
  /** In the order of their use. */
  const kept = new Map<string, Kept>()
  let chars = 0

  function forget(id: string): void {
    chars -= kept.get(id)?.chars ?? 0
    kept.delete(id)
  }
  function keep(talk: Talk): void {
    const size = talk.messages.reduce((sum, message) => sum + charsOf(message), 0)
    const heard = kept.get(talk.conversation.id)?.heard ?? 0
    forget(talk.conversation.id)
    if (size > KEPT_CHARS || talk.messages.some(hasUnheard)) return
    kept.set(talk.conversation.id, { ...talk, chars: size, heard })
    chars += size
    for (const id of kept.keys()) {
      if (kept.size <= KEPT && chars <= KEPT_CHARS) return
      forget(id)
    }
  }

  live.onTold((id, event) => {
    if (event.kind === 'floor') forget(id)
    else if (event.kind === 'stored') {
      const talk = kept.get(id)
      if (talk) talk.heard = Math.max(talk.heard, event.seq)
    }
  })

  return {
    stored(conversation, ...messages) {
      const first = messages[0]?.seq ?? 0
      const before = first === 1 ? [] : kept.get(conversation.id)?.messages
      const isNext = before !== undefined && (before.at(-1)?.seq ?? 0) === first - 1
      if (isNext)
        keep({ conversation, messages: mattering([...before, ...messages], conversation.next_seq - 1) })
      else forget(conversation.id)
    },
    read(talk) {
      if (talk.messages.at(-1)?.seq === talk.conversation.next_seq - 1) keep(talk)
    },
    upTo(id, seq) {
      const talk = kept.get(id)
      return talk?.messages.at(-1)?.seq === seq && talk.heard <= seq ? talk : undefined
    },
    latest(id) {
      const talk = kept.get(id)
      return talk && talk.heard < talk.conversation.next_seq ? talk : undefined
    },
  }
}

/** Of the messages before number `seq`, those that matter for an answer to it. */
export const mattering = (messages: readonly MessageRow[], seq: number) => messages.filter(matters(seq))

const matters = (last: number) => (message: MessageRow) =>
  message.seq >= last - WORDS_BACK || (message.seq >= last - DOCUMENTS_BACK && broughtDocument(message))

export const broughtDocument = ({ role, content }: MessageRow) =>
  role === 'user' && content.includes('"type":"document"')

const hasUnheard = ({ role, content }: MessageRow) =>
  role === 'user' && content.includes('"type":"audio"') && !content.includes('"transcript":')

const charsOf = ({ text, content, detail, usage }: MessageRow) =>
  text.length + content.length + (detail?.length ?? 0) + (usage?.length ?? 0)
