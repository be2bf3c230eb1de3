/**
 * The loader: what `<script src="…/widget.js" data-agent="…" async>` runs. It makes `Tandem(…)`, runs the calls that waited in its
 * queue, and puts the chat of its tag onto the page. Every tag adds one chat; calls name theirs by `{ agent }`, or mean the first.
 */
import { type Given, putChat } from './put-chat.ts'

type Call = readonly unknown[]
interface Queue {
  (...call: unknown[]): void
  q?: Call[]
  /** Chats on the page by agent, once the loader is there. */
  chats?: Map<string, ReturnType<typeof putChat>>
}

const MOST_WAITING = 100
const scope = window as unknown as { Tandem?: Queue }

function makeQueue(waiting: Call[] = []): Queue {
  const chats: NonNullable<Queue['chats']> = new Map()
  const made: Queue = (...call) => {
    if (!run(chats, call) && waiting.length < MOST_WAITING) waiting.push(call)
  }
  made.q = waiting
  made.chats = chats
  return made
}

/** False when the chat it means is not on the page yet. */
function run(chats: NonNullable<Queue['chats']>, [command, ...given]: Call): boolean {
  const last = given.at(-1) as { agent?: string } | undefined
  const agent = typeof last === 'object' && last?.agent ? last.agent : chats.keys().next().value
  const chat = chats.get(agent ?? '')
  if (!agent || !chat) return false
  const act = Object.hasOwn(chat, String(command)) ? chat[command as keyof typeof chat] : undefined
  if (!act)
    console.warn(
      `Tandem: found the command ${String(command)}, needed one of ${Object.keys(chat).join(', ')}`,
    )
  else (act as (...args: unknown[]) => void)(...given)
  if (command === 'destroy') chats.delete(agent)
  return true
}

const tag = document.currentScript as HTMLScriptElement | null
if (!scope.Tandem?.chats) scope.Tandem = makeQueue(scope.Tandem?.q?.map((call) => [...call]))
const { chats = new Map(), q = [] } = scope.Tandem
const { agent, mode, target, lang } = tag?.dataset ?? {}

if (!tag || !agent) console.warn('Tandem: the tag needs data-agent')
else if (!chats.has(agent)) {
  const given: Given = { service: new URL(tag.src).origin, agent, mode, target, lang }
  chats.set(agent, putChat(given))
  for (const call of q.splice(0)) scope.Tandem(...call)
}
