/** What stands in place of content: while it loads, when there is none, when it failed. */
import type { TandemError } from '@tandem/sdk/source'
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from './Button.tsx'

/** Grey bars in the shape of what comes. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={`block motion-safe:animate-pulse rounded-sm bg-line ${className}`} />
}

export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  const t = useText(uiTexts)
  return (
    <div role="status" className="flex flex-col gap-3 p-3">
      <span className="unseen">{t('loading')}</span>
      {Array.from({ length: rows }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Skeleton key={n} className={`h-4 ${['w-11/12', 'w-4/5', 'w-10/12'][n % 3]}`} />
      ))}
    </div>
  )
}

/** A screen of figures and a chart, before they are there. */
export function FiguresSkeleton({ figures }: { figures: number }) {
  const t = useText(uiTexts)
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="unseen">{t('loading')}</span>
      <div className="grid grid-cols-4 gap-3 max-lg:grid-cols-2">
        {Array.from({ length: figures }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <Skeleton key={n} className="h-24 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}

/** Says what is not there and what to do next, with the button that does it. */
export function Empty({
  icon: Icon,
  title,
  children,
  action,
  isPage = false,
}: {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
  /** It is the whole screen. */
  isPage?: boolean
}) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      {Icon && <Icon size={22} aria-hidden className="text-ink-3" />}
      <Title className="font-semibold">{title}</Title>
      {children && <div className="max-w-prose text-sm text-ink-2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** What the service said, the id that finds it in the log, and another try. */
export function ErrorState({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const t = useText(uiTexts)
  const { hint, requestId, status } = error as TandemError
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <CircleAlert size={22} aria-hidden className="text-bad" />
      <p className="font-semibold">{titleOf(status, t)}</p>
      <p className="max-w-prose text-sm break-words text-ink-2">{hint ?? error.message}</p>
      {requestId && (
        <p className="text-xs text-ink-3">
          {t('requestId')} <code className="select-all">{requestId}</code>
        </p>
      )}
      {retry && status !== 403 && status !== 404 && (
        <Button icon={RotateCw} size="s" onClick={retry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}

function titleOf(status: number | undefined, t: ReturnType<typeof useText<typeof uiTexts>>): string {
  if (status === 0) return t('notReached')
  if (status === 403) return t('forbidden')
  if (status === 404) return t('gone')
  return t('failed')
}

/** A sentence in a box: something went wrong, needs care, or went well. */
export function Notice({ tone, children }: { tone: 'bad' | 'warn' | 'good' | 'plain'; children: ReactNode }) {
  const tones = {
    bad: 'bg-bad-bg text-bad',
    warn: 'bg-warn-bg text-warn',
    good: 'bg-good-bg text-good',
    plain: 'bg-sunken text-ink-2',
  }
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-md px-3 py-2 text-sm break-words ${tones[tone]}`}
    >
      {children}
    </div>
  )
}

/** The same in a line or two, for an act that failed while the screen stays. */
export function ErrorNotice({ error }: { error: Error }) {
  const t = useText(uiTexts)
  const { hint, requestId, message } = error as TandemError
  return (
    <Notice tone="bad">
      {hint ?? message}
      {requestId && (
        <p className="mt-1 text-xs">
          {t('requestId')} <code className="select-all">{requestId}</code>
        </p>
      )}
    </Notice>
  )
}
