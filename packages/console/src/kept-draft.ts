/** What somebody is typing, kept in this browser until it is stored: a restart, a closed window or an ended session loses nothing. */
import { useCallback, useMemo } from 'react'
import { useKept } from './kept.ts'

/** The value, a function that changes it, and one that forgets it. The name tells what is typed where. */
export function useKeptDraft<Value>(
  name: string,
  initial: Value,
): [value: Value, set: (value: Value) => void, forget: () => void] {
  const [text, keep] = useKept(`draft.${name}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it was at first
  const value = useMemo(() => parsed<Value>(text) ?? initial, [text])
  return [
    value,
    useCallback((next: Value) => keep(JSON.stringify(next)), [keep]),
    useCallback(() => keep(undefined), [keep]),
  ]
}

function parsed<Value>(text: string | undefined): Value | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Value
  } catch {
    // It is of an older page, or somebody wrote it by hand.
    return undefined
  }
}
