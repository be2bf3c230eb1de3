/** Files that wait beside a draft, for each conversation, as long as the page is open: they are too large to be kept. */
import { useSyncExternalStore } from 'react'

export const MOST_FILES = 5
export const MOST_FILE_BYTES = 10_000_000

const NONE: readonly File[] = []
const waiting = new Map<string, readonly File[]>()
const listeners = new Set<() => void>()

export function setFiles(handoffId: string, files: readonly File[]): void {
  if (files.length > 0) waiting.set(handoffId, files)
  else waiting.delete(handoffId)
  for (const listener of listeners) listener()
}

export const filesOf = (handoffId: string) => waiting.get(handoffId) ?? NONE

/** Adds those that are allowed; answers why others were left out. */
export function addFiles(
  handoffId: string,
  files: readonly File[],
): 'tooMany' | 'tooLarge' | 'emptyFile' | undefined {
  const fit = files.filter(({ size }) => size > 0 && size <= MOST_FILE_BYTES)
  const all = [...filesOf(handoffId), ...fit]
  setFiles(handoffId, all.slice(0, MOST_FILES))
  if (files.some(({ size }) => size > MOST_FILE_BYTES)) return 'tooLarge'
  if (fit.length < files.length) return 'emptyFile'
  return all.length > MOST_FILES ? 'tooMany' : undefined
}

export const useFiles = (handoffId: string) => useSyncExternalStore(subscribe, () => filesOf(handoffId))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns a file in the form in which the service takes it. */
export async function encoded(file: File): Promise<{ name: string; base64_content: string }> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return { name: file.name.slice(0, 200), base64_content: url.slice(url.indexOf(',') + 1) }
}
