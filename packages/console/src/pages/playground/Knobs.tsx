/** How the sink responds: with which status, how late, or not at all. Each change holds from the next request on. */
import type { Sink, SinkChange } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { useLocale } from '../../texts/language.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { duration } from '../../ui/Time.tsx'
import { tellError } from '../../ui/Toast.tsx'
import { playgroundQueries } from './queries.ts'

const STATUSES = [200, 400, 401, 404, 410, 429, 500, 503] as const
const DELAYS_MS = [0, 100, 300, 1_000, 3_000, 8_000, 15_000, 30_000, 60_000] as const
const REST_MS = 200

export function Knobs({ agentId, sink }: { agentId: string; sink: Sink }) {
  const t = useText(playgroundTexts)
  const { queryKey } = playgroundQueries.sink(agentId)
  const set = useMutation({
    mutationFn: (change: SinkChange) => {
      const { status, delay_ms, drop, down } = sink
      return admin.sink.set({ agentId }, { status, delay_ms, drop, down, ...change })
    },
    // Shown at once, since the next change sends this one along; and one after the other, so that the last one counts.
    onMutate: (change) => void queryClient.setQueryData(queryKey, { ...sink, ...change } as Sink),
    scope: { id: `sink ${agentId}` },
    onError(error) {
      tellError(error)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <legend className="unseen">{t('knobs')}</legend>
      <label className="flex items-center gap-1.5">
        {t('answersWith')}
        <select
          value={sink.status}
          disabled={sink.drop || sink.down}
          onChange={(event) => set.mutate({ status: Number(event.target.value) })}
          className="num min-h-7 rounded-md border border-edge bg-surface px-1.5"
        >
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {status}
            </option>
          ))}
        </select>
      </label>
      <Slow sink={sink} set={set.mutate} />
      <Toggle label={t('drop')} isOn={sink.drop} set={(drop) => set.mutate({ drop, down: false })} />
      <Toggle label={t('down')} isOn={sink.down} set={(down) => set.mutate({ down, drop: false })} />
    </fieldset>
  )
}

function Toggle({ label, isOn, set }: { label: string; isOn: boolean; set: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => set(!isOn)}
      className={`min-h-7 rounded-full border px-2.5 ${isOn ? 'border-bad bg-bad-bg font-semibold text-bad' : 'border-dashed border-edge text-ink-2 hover:bg-sunken'}`}
    >
      {label}
    </button>
  )
}

/** Moves in steps that feel different; the service hears of it when the hand rests. */
function Slow({ sink, set }: { sink: Sink; set: (change: SinkChange) => void }) {
  const t = useText(playgroundTexts)
  const locale = useLocale()
  const place = Math.max(
    0,
    DELAYS_MS.findLastIndex((delay) => delay <= sink.delay_ms),
  )
  const [step, setStep] = useState(place)
  useEffect(() => setStep(place), [place])
  useEffect(() => {
    if (step === place) return
    const timer = setTimeout(() => set({ delay_ms: DELAYS_MS[step] ?? 0 }), REST_MS)
    return () => clearTimeout(timer)
  }, [step, place, set])
  const told = duration(DELAYS_MS[step] ?? 0, locale)
  return (
    <label className="flex items-center gap-1.5">
      {t('slow')}
      <input
        type="range"
        min={0}
        max={DELAYS_MS.length - 1}
        value={step}
        aria-valuetext={told}
        onChange={(event) => setStep(Number(event.target.value))}
        className="w-16 accent-ink"
      />
      <span className="num min-w-12 text-ink-2">{told}</span>
    </label>
  )
}
