/** Moments of a score are told to the millisecond: much happens within one second. */
import { useMemo } from 'react'
import { dateFormat } from '../../../texts/formats.ts'
import { useLocale } from '../../../texts/language.ts'

export function useMomentTime(): (at: number) => string {
  const locale = useLocale()
  return useMemo(() => {
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const
    const today = dateFormat(locale, time)
    const other = dateFormat(locale, { month: 'short', day: 'numeric', ...time })
    const now = new Date().toDateString()
    return (at) => (new Date(at).toDateString() === now ? today : other).format(at)
  }, [locale])
}
