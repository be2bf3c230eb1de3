/** A filter as a chip: dashed while it lets everything through. */
import type { ReactNode } from 'react'
import type { Choice } from './Field.tsx'

/** Many filters: where the screen is narrow in a line of their own that scrolls, so that the list has room. */
export const FilterRow = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-2 max-md:order-last max-md:w-full max-md:overflow-x-auto max-md:p-0.5 md:contents">
    {children}
  </div>
)

export function FilterSelect({
  label,
  all,
  value,
  choose,
  choices,
}: {
  label: string
  /** Words for “no filter”. */
  all: string
  value: string | undefined
  choose: (value: string | undefined) => void
  choices: readonly Choice[]
}) {
  const isKnown = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => choose(event.target.value || undefined)}
      className={`min-h-7 max-w-44 shrink-0 rounded-full border px-2.5 text-[12.5px] ${value === undefined ? 'border-dashed border-edge bg-transparent text-ink-2' : 'border-ink bg-surface font-semibold text-ink'}`}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
      {!isKnown && <option value={value}>{value}</option>}
    </select>
  )
}
