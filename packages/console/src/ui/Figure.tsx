/** A number with its name and its direction; a link to its rows where it has any. */
import { ArrowDownRight, ArrowRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { numberFormat, sayNumber } from '../texts/formats.ts'
import { useLocale } from '../texts/language.ts'

export function Figure({
  label,
  value,
  share,
  say,
  before,
  beforeLabel,
  isGood = 'either',
  href,
  children,
}: {
  label: string
  /** Null: there is none. */
  value: number | null
  /** A part of what, in words. */
  share?: string | undefined
  /** How the number is said, where it is no plain one. */
  say?: (value: number) => string
  /** The same number of the time before. */
  before?: number | null
  /** What that time was, such as “the week before”. */
  beforeLabel?: string | undefined
  /** Which way is good news. */
  isGood?: 'more' | 'less' | 'either'
  href?: string | undefined
  children?: ReactNode
}) {
  const locale = useLocale()
  const shown = value === null ? '–' : say ? say(value) : sayNumber(value, locale)
  return (
    <div className="card flex min-w-0 flex-col gap-1 px-4 py-3">
      <p className="truncate text-sm text-ink-3">{label}</p>
      <p className="num text-2xl font-semibold">
        {href ? (
          <Link href={href} className="hover:underline">
            {shown}
          </Link>
        ) : (
          shown
        )}
        {share && <span className="pl-2 text-sm font-normal text-ink-3">{share}</span>}
      </p>
      {value !== null && typeof before === 'number' && value + before > 0 && (
        <Direction value={value} before={before} label={beforeLabel ?? ''} isGood={isGood} />
      )}
      {children}
    </div>
  )
}

function Direction({
  value,
  before,
  label,
  isGood,
}: {
  value: number
  before: number
  label: string
  isGood: string
}) {
  const locale = useLocale()
  const isMore = value > before
  const isSame = value === before
  const Icon = isSame ? ArrowRight : isMore ? ArrowUpRight : ArrowDownRight
  const tone =
    isSame || isGood === 'either' ? 'text-ink-3' : (isGood === 'more') === isMore ? 'text-good' : 'text-bad'
  const percent = before === 0 ? undefined : (value - before) / before
  const words =
    percent === undefined
      ? numberFormat(locale, { signDisplay: 'exceptZero' }).format(value - before)
      : numberFormat(locale, {
          style: 'percent',
          signDisplay: 'exceptZero',
          maximumFractionDigits: 0,
        }).format(percent)
  return (
    <p className={`flex items-center gap-1 text-xs ${tone}`}>
      <Icon size={13} aria-hidden />
      <span className="num">{words}</span>
      <span className="truncate text-ink-3">{label}</span>
    </p>
  )
}
