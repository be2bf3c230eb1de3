/** When people are there: always, or hours of the week in a time zone, without the days named. */
import type { HumanServiceOptions } from '@tandem/sdk/source'
import { Plus, Trash2 } from 'lucide-react'
import { dateFormat } from '../texts/formats.ts'
import { integrationTexts } from '../texts/integration.ts'
import { useLocale } from '../texts/language.ts'
import { useText } from '../texts/text.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Check, TextField } from '../ui/Field.tsx'
import { useTyped } from '../ui/useTyped.ts'

type Hours = NonNullable<HumanServiceOptions['hours']>
type Stretch = Hours['weekly'][number]

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const OFFICE: Stretch = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }
/** A Monday, to name the days by. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

export function ServiceHoursField({
  hours,
  onChange,
}: {
  hours: Hours | null
  onChange: (hours: Hours | null) => void
}) {
  const t = useText(integrationTexts)
  const begin = (): Hours => ({
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    weekly: [OFFICE],
    closed_dates: [],
  })
  const setStretch = (at: number, stretch: Stretch | undefined) => {
    if (!hours) return
    const weekly = hours.weekly.flatMap((each, n) => (n !== at ? [each] : stretch ? [stretch] : []))
    onChange({ ...hours, weekly })
  }
  return (
    <div className="flex flex-col gap-3">
      <Check
        label={t('alwaysThere')}
        checked={hours === null}
        onChange={(event) => onChange(event.target.checked ? null : begin())}
      />
      {hours && (
        <>
          <TextField
            label={t('timeZone')}
            hint={t('timeZoneHint')}
            maxLength={60}
            value={hours.time_zone}
            onChange={(event) => onChange({ ...hours, time_zone: event.target.value })}
          />
          {hours.weekly.map((stretch, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <StretchRow key={n} stretch={stretch} onChange={(next) => setStretch(n, next)} />
          ))}
          <div>
            <Button
              size="s"
              icon={Plus}
              onClick={() => onChange({ ...hours, weekly: [...hours.weekly, OFFICE] })}
            >
              {t('moreHours')}
            </Button>
          </div>
          <ClosedDates
            dates={hours.closed_dates ?? []}
            onChange={(dates) => onChange({ ...hours, closed_dates: dates })}
          />
        </>
      )}
    </div>
  )
}

function ClosedDates({ dates, onChange }: { dates: readonly string[]; onChange: (dates: string[]) => void }) {
  const t = useText(integrationTexts)
  const typed = useTyped(dates.join(', '))
  return (
    <TextField
      label={t('closedDates')}
      hint={t('closedDatesHint')}
      value={typed.text}
      onBlur={typed.leave}
      onChange={({ target }) => {
        typed.set(target.value)
        const named = target.value.split(',').map((date) => date.trim())
        onChange(named.filter((date) => date !== ''))
      }}
    />
  )
}

function StretchRow({
  stretch,
  onChange,
}: {
  stretch: Stretch
  onChange: (stretch: Stretch | undefined) => void
}) {
  const t = useText(integrationTexts)
  const names = dateFormat(useLocale(), { weekday: 'short', timeZone: 'UTC' })
  const time = 'min-h-8 rounded-md border border-edge bg-surface px-2 text-sm'
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="unseen">{t('hours')}</legend>
      <div className="flex gap-1.5 max-md:w-full max-md:gap-1">
        {DAYS.map((day, n) => {
          const isOn = stretch.days.includes(day)
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                onChange({
                  ...stretch,
                  days: isOn ? stretch.days.filter((each) => each !== day) : [...stretch.days, day],
                })
              }
              className={`min-h-7 min-w-10 rounded-md border px-1.5 max-md:min-w-0 max-md:grow text-xs font-semibold ${isOn ? 'border-ink bg-ink text-on-ink' : 'border-edge text-ink-2'}`}
            >
              {names.format(MONDAY + n * DAY_MS)}
            </button>
          )
        })}
      </div>
      <input
        type="time"
        aria-label={t('from')}
        value={stretch.from}
        onChange={(event) => onChange({ ...stretch, from: event.target.value })}
        className={time}
      />
      <span aria-hidden>–</span>
      <input
        type="time"
        aria-label={t('to')}
        value={stretch.to === '24:00' ? '00:00' : stretch.to}
        onChange={(event) => onChange({ ...stretch, to: event.target.value })}
        className={time}
      />
      <IconButton icon={Trash2} label={t('remove')} onClick={() => onChange(undefined)} />
    </fieldset>
  )
}
