/** One of a few choices in a row, each with how many there are of it. */
import { sayNumber } from '../texts/formats.ts'
import { useLocale } from '../texts/language.ts'

export interface ChipChoice {
  readonly value: string
  readonly label: string
  readonly count?: number | undefined
}

export function Chips({
  label,
  value,
  choose,
  choices,
}: {
  label: string
  value: string
  choose: (value: string) => void
  choices: readonly ChipChoice[]
}) {
  const locale = useLocale()
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="unseen">{label}</legend>
      {choices.map(({ value: each, label, count }) => {
        const isChosen = each === value
        return (
          <button
            key={each}
            type="button"
            aria-pressed={isChosen}
            onClick={() => choose(each)}
            className={`inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-semibold whitespace-nowrap ${isChosen ? 'border-ink bg-ink text-on-ink' : 'border-line-strong text-ink-2 hover:bg-sunken'}`}
          >
            {label}
            {count !== undefined && (
              <span className={`num font-normal ${isChosen ? '' : 'text-ink-3'}`}>
                {sayNumber(count, locale)}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
