/** Search in a list; what is typed goes to the address after a short rest. `/` leads here from anywhere on the screen. */
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys.ts'

const REST_MS = 250

export function SearchBox({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => box.current?.focus() })
  const [text, setText] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  /** What was given to the address last: when that comes back, more may have been typed already. */
  const given = useRef(value)
  const give = (typed: string) => {
    given.current = typed
    latest.current(typed)
  }
  useEffect(() => {
    if (value !== given.current) setText(value)
    given.current = value
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the rest anew
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => give(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <div className="relative w-60 max-md:w-auto max-md:grow">
      <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') give(text)
          if (event.key !== 'Escape') return
          // Browsers empty the box; here Escape only leads back to the list.
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className="min-h-8 w-full rounded-md border border-edge bg-surface pr-2.5 pl-8 text-sm"
      />
    </div>
  )
}
