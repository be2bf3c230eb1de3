/** What stands in a field stays as it is typed, until the field is left: then it shows what was made of it. */
import { useState } from 'react'

export interface Typed {
  readonly text: string
  readonly set: (text: string) => void
  readonly leave: () => void
}

/** `made` is what was made of the words that were typed last. */
export function useTyped(made: string): Typed {
  const [typed, setTyped] = useState<string>()
  return { text: typed ?? made, set: setTyped, leave: () => setTyped(undefined) }
}
