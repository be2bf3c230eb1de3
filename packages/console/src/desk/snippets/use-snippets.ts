/** Snippets for what is typed after a slash: found by name, filled in by the service, chosen with arrows and Enter. */

import type { DeskSnippet } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { snippetsQuery } from '../queries.ts'
import { insertWords } from '../talk/draft.ts'

const MOST_SHOWN = 6
/** A slash at the start or after a space, and a few letters. */
const TYPED = /(?:^|\s)\/([^\s/]{0,40})$/

export interface SnippetChoice {
  readonly found: readonly DeskSnippet[]
  readonly chosen: number
  readonly insert: (snippet: DeskSnippet) => void
  /** True when the key was for the list. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

export function useSnippets(handoffId: string, textBeforeCursor: string): SnippetChoice {
  const typed = TYPED.exec(textBeforeCursor)?.[1]
  const { data } = useQuery({ ...snippetsQuery(handoffId), enabled: typed !== undefined })
  const [place, setPlace] = useState({ typed: '', chosen: 0 })
  const [dismissed, setDismissed] = useState<string>()
  const wanted = typed?.toLowerCase() ?? ''
  // A team may have a thousand long snippets: too much text to lower-case at every keystroke.
  const searched = useMemo(
    () =>
      (data?.items ?? []).map((snippet) => ({
        snippet,
        words: `${snippet.name} ${snippet.text}`.toLowerCase(),
      })),
    [data],
  )
  const found =
    typed === undefined || dismissed === textBeforeCursor
      ? []
      : searched
          .filter(({ words }) => words.includes(wanted))
          .map(({ snippet }) => snippet)
          .toSorted((a, b) => startsWith(b, wanted) - startsWith(a, wanted))
          .slice(0, MOST_SHOWN)
  const chosen = place.typed === typed ? Math.min(place.chosen, found.length - 1) : 0
  const move = (step: number) =>
    setPlace({ typed: typed ?? '', chosen: (chosen + step + found.length) % found.length })
  const insert = (snippet: DeskSnippet) =>
    insertWords(handoffId, snippet.filled ?? snippet.text, (typed?.length ?? 0) + 1)
  return {
    found,
    chosen,
    insert,
    onKeyDown(event) {
      if (found.length === 0) return false
      if (event.key === 'ArrowDown') move(1)
      else if (event.key === 'ArrowUp') move(-1)
      else if (event.key === 'Escape') setDismissed(textBeforeCursor)
      else if (event.key === 'Enter' || event.key === 'Tab') insert(found[chosen] as DeskSnippet)
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}

const startsWith = ({ name }: DeskSnippet, wanted: string) => (name.toLowerCase().startsWith(wanted) ? 1 : 0)
