/** The parts of the page that its script works with, by their ids. */
function byId<E extends HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no element ${id}.`)
  return found as E
}

export const page = {
  title: byId('title'),
  status: byId('status'),
  dot: byId('dot'),
  log: byId('log'),
  messages: byId<HTMLOListElement>('messages'),
  typing: byId('typing'),
  words: byId<HTMLTextAreaElement>('words'),
  send: byId<HTMLButtonElement>('send'),
  trouble: byId('trouble'),
  person: byId<HTMLButtonElement>('person'),
  end: byId<HTMLButtonElement>('end'),
  again: byId<HTMLButtonElement>('again'),
  choices: byId('choices'),
  save: byId<HTMLButtonElement>('save'),
  close: byId<HTMLButtonElement>('close'),
  attach: byId<HTMLButtonElement>('attach'),
  file: byId<HTMLInputElement>('file'),
  held: byId('held'),
  heldName: byId('held-name'),
  detach: byId<HTMLButtonElement>('detach'),
  composer: byId<HTMLFormElement>('composer'),
}

/** However often it is pressed: the next time counts when this one is over. */
export function onPress(button: HTMLElement, act: () => Promise<unknown>): void {
  let isBusy = false
  button.addEventListener('click', async () => {
    if (isBusy) return
    isBusy = true
    await act().finally(() => {
      isBusy = false
    })
  })
}

/** Words that did not arrive and were given back: when they were said, and what they are. */
let back: { readonly saidAt: number; readonly text: string }[] = []

/** Words that did not arrive, in the order in which they were said, before those that were typed since. */
export function giveBack(text: string, saidAt: number): void {
  const before = inLines(back.map((each) => each.text))
  const isLeft = page.words.value.startsWith(before)
  const typed = isLeft ? page.words.value.slice(before.length).replace(/^\n/, '') : page.words.value
  back = [...(isLeft ? back : []), { saidAt, text }].sort((a, b) => a.saidAt - b.saidAt)
  page.words.value = inLines([...back.map((each) => each.text), typed])
}

const inLines = (texts: readonly string[]) => texts.filter(Boolean).join('\n')

/** An empty text takes it away. */
export function showTrouble(text: string): void {
  page.trouble.textContent = text
  page.trouble.hidden = text === ''
}
