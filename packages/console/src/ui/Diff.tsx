/** A text before and after: what went is struck through, what came is marked. */
import { useMemo } from 'react'
import { wordDiff } from './word-diff.ts'

export function Diff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  return (
    <span dir="auto" className="break-words whitespace-pre-wrap">
      {parts.map(({ is, text }, n) => {
        const key = `${n}-${is}`
        if (is === 'same') return <span key={key}>{text}</span>
        return is === 'gone' ? (
          <del key={key} className="bg-bad-bg text-bad">
            {text}
          </del>
        ) : (
          <ins key={key} className="bg-good-bg text-good no-underline">
            {text}
          </ins>
        )
      })}
    </span>
  )
}
