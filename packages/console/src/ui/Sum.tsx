/** Numbers that add up: the whole, and the parts it is made of. */
import { Fragment, type ReactNode } from 'react'
import { sayNumber } from '../texts/formats.ts'
import { useLocale } from '../texts/language.ts'

export interface Part {
  readonly n: number
  readonly label: string
  readonly tone?: 'good' | 'bad' | undefined
}

const tones = { good: 'text-good', bad: 'text-bad' }

export function Sum({
  whole,
  parts,
  children,
}: {
  whole: Part
  parts: readonly Part[]
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:gap-x-3">
      <Figure part={whole} />
      {parts.map((part, n) => (
        <Fragment key={part.label}>
          <span className="text-lg text-ink-3">{n === 0 ? '=' : '+'}</span>
          <Figure part={part} />
        </Fragment>
      ))}
      {children && <div className="ml-auto flex flex-wrap gap-2">{children}</div>}
    </div>
  )
}

function Figure({ part: { n, label, tone } }: { part: Part }) {
  const text = sayNumber(n, useLocale())
  return (
    <div>
      {/* A colour only where there is something to see. */}
      <div className={`num text-2xl font-semibold ${n > 0 && tone ? tones[tone] : ''}`}>{text}</div>
      <div className="text-sm text-ink-3">{label}</div>
    </div>
  )
}
