/** Files that were dropped or chosen and wait to be looked at. They live as long as the page does. */
import { useSyncExternalStore } from 'react'

export interface WaitingFile {
  readonly id: number
  readonly file: File
}

let files: readonly WaitingFile[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly WaitingFile[]): void {
  files = next
  for (const listener of listeners) listener()
}

export function lineUp(list: Iterable<File>): void {
  const added = [...list].map((file) => {
    lastId += 1
    return { id: lastId, file }
  })
  set([...files, ...added])
}

export const dismiss = (id: number) => set(files.filter((waiting) => waiting.id !== id))
export const dismissAll = () => set([])

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useWaitingFiles = () => useSyncExternalStore(subscribe, () => files)
