/** Counts what came while nobody looked, tells the page around the chat, and makes a short sound. */
import { tellHost } from './host.ts'

const HERTZ = 660
const SECONDS = 0.25
const LOUDNESS = 0.05

let isShown = true
let unread = 0
let audio: AudioContext | undefined

/** Browsers let a page sound only once somebody has done something on it. */
addEventListener('pointerdown', wakeAudio, { once: true })
addEventListener('keydown', wakeAudio, { once: true })
function wakeAudio(): void {
  audio ??= new AudioContext()
}

/** Whether the chat is open, and in a window that somebody can see. */
export const isLookedAt = () => isShown && !document.hidden

export function setShown(shown: boolean): void {
  isShown = shown
  if (shown && unread > 0) tell(0)
}

/** Something was said to the visitor. */
export function noteSaid(): void {
  if (isLookedAt()) return
  if (!isShown) tell(unread + 1)
  sound()
}

function tell(count: number): void {
  unread = count
  tellHost({ type: 'unread', count })
}

function sound(): void {
  if (audio?.state !== 'running') return
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  volume.gain.setValueAtTime(LOUDNESS, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + SECONDS)
  tone.frequency.value = HERTZ
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + SECONDS)
}
