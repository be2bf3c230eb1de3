/** Files of the visitor: chosen, pasted or dropped, held beside the words until they are sent, and shown where they were. */
import { giveBack, page, showTrouble } from './elements.ts'
import { newId } from './send.ts'
import { type Chat, type Config, ofChat, post, told } from './service.ts'
import { bubble } from './talk.ts'
import { word } from './words.ts'

type Rules = NonNullable<Config['files']>

interface Held {
  readonly file: File
  readonly clientId: string
  /** The words beside it when it was sent and perhaps did not arrive. */
  readonly sentWith?: string
}

let held: Held | undefined

export const hasFile = () => held !== undefined

export function takeFiles(rules: Rules, changed: () => void): void {
  page.attach.hidden = false
  page.file.accept = rules.formats.map((format) => `.${format}`).join(',')
  const hold = (file: File | undefined) => {
    showTrouble(file ? refusalOf(rules, file) : '')
    showHeld(file && refusalOf(rules, file) === '' ? { file, clientId: newId() } : undefined)
    page.file.value = ''
    changed()
  }
  page.attach.addEventListener('click', () => page.file.click())
  page.file.addEventListener('change', () => hold(page.file.files?.[0]))
  page.detach.addEventListener('click', () => hold(undefined))
  page.words.addEventListener('paste', (event) => {
    const [file] = event.clipboardData?.files ?? []
    if (!file) return
    event.preventDefault()
    hold(file)
  })
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const [file] = event.dataTransfer?.files ?? []
    if (file) hold(file)
  })
}

function showHeld(next: Held | undefined): void {
  held = next
  page.held.hidden = !held
  page.heldName.textContent = held?.file.name ?? ''
}

/** Said before anything is sent: an upload that is bound to fail helps nobody. */
function refusalOf({ max_bytes, formats }: Rules, { name, size }: File): string {
  const format = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (!formats.includes(format)) return word('wrongKind')
  if (size === 0) return word('emptyFile')
  if (size > max_bytes) return word('tooLarge').replace('{size}', String(Math.floor(max_bytes / 1_000_000)))
  return ''
}

/** What was held is given back when it did not arrive, and is sent again under its id. */
export async function sendFile(chat: Chat, text: string, changed: () => void): Promise<void> {
  if (!held) return
  const saidAt = performance.now()
  const { file, sentWith = text } = held
  // With other words it is another message.
  const clientId = sentWith === text ? held.clientId : newId()
  // What is said while it is on its way goes without it.
  showHeld(undefined)
  const sending = bubble('user unsent', text === '' ? file.name : `${text}\n${file.name}`)
  try {
    const body = { name: file.name, base64_content: await base64Of(file), text, client_id: clientId }
    await post(ofChat(chat, 'files'), chat, body)
  } catch (error) {
    // One that was chosen since takes its place.
    showHeld(held ?? { file, clientId, sentWith: text })
    giveBack(text, saidAt)
    showTrouble(`${word('notSent')} ${told(error)}`)
  }
  sending.remove()
  changed()
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(new TypeError(file.name)))
    reader.readAsDataURL(file)
  })
}
