/**
 * The sounds of the desk, made by the browser itself: two rising notes for somebody who waits, one short one for new words.
 * Browsers keep pages silent until somebody clicks, so a shift begins with a test.
 */
import { useSyncExternalStore } from 'react'
import { keep, kept } from '../../kept.ts'

export type Sound = 'ring' | 'words'

/** Frequency, start and length in seconds. */
const notes: Record<Sound, readonly (readonly [hertz: number, at: number, length: number])[]> = {
  ring: [
    [660, 0, 0.18],
    [880, 0.2, 0.34],
    [660, 0.62, 0.18],
    [880, 0.82, 0.34],
  ],
  words: [[780, 0, 0.12]],
}
const USUAL_VOLUME = 0.6

let context: AudioContext | undefined
const listeners = new Set<() => void>()
const tellAll = () => {
  for (const listener of listeners) listener()
}

export function volume(): number {
  const value = Number(kept('volume') ?? USUAL_VOLUME)
  return value >= 0 && value <= 1 ? value : USUAL_VOLUME
}

export const setVolume = (value: number) => keep('volume', String(value))

/** Asks the browser for sound; it agrees when called by a click or a key. */
export async function wakeSound(): Promise<boolean> {
  try {
    if (!context) {
      context = new AudioContext()
      context.addEventListener('statechange', tellAll)
    }
    if (context.state !== 'running') await context.resume()
  } catch {
    // No sound on this machine; the title and the notifications still tell.
  }
  tellAll()
  return context?.state === 'running'
}

/** Whether sounds are heard now; false when the browser keeps the page silent. */
export const useCanSound = () => useSyncExternalStore(subscribe, () => context?.state === 'running')

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function play(sound: Sound): void {
  if (context?.state !== 'running') return
  for (const [hertz, at, length] of notes[sound]) playNote(context, hertz, context.currentTime + at, length)
}

/** Swells and fades, so that it does not click. */
function playNote(audio: AudioContext, hertz: number, start: number, length: number): void {
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  tone.type = 'triangle'
  tone.frequency.value = hertz
  loudness.gain.setValueAtTime(0, start)
  loudness.gain.linearRampToValueAtTime(volume(), start + 0.02)
  loudness.gain.setTargetAtTime(0, start + length * 0.6, length * 0.25)
  tone.connect(loudness).connect(audio.destination)
  tone.start(start)
  tone.stop(start + length * 2)
}
