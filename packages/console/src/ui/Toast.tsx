/** Short words about what was just done, or failed, in a corner; read out by readers of screens. */
import { TandemError } from '@tandem/sdk/source'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'

interface Toast {
  readonly id: number
  readonly tone: 'good' | 'bad'
  readonly text: string
  readonly requestId?: string | undefined
}

const GOOD_MS = 4_000
const BAD_MS = 12_000
const MOST = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id))

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  const id = lastId
  set([...toasts, { ...toast, id }].slice(-MOST))
  setTimeout(() => dismiss(id), toast.tone === 'good' ? GOOD_MS : BAD_MS)
}

export const tell = (text: string) => show({ tone: 'good', text })

/** Something did not come about, and nobody did anything wrong. */
export const tellProblem = (text: string) => show({ tone: 'bad', text })

/** For acts without a form; forms show their error themselves. */
export function tellError(error: Error): void {
  const { hint, message, requestId, status } = error as TandemError
  // A person who has to sign in again is told so already.
  if (error instanceof TandemError && status === 401) return
  show({ tone: 'bad', text: hint ?? message, requestId })
}

export function Toasts() {
  const t = useText(uiTexts)
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      // It is as wide as fits over the side of the desk; without that, it stands above the buttons below its talk.
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-72 max-w-[calc(100vw-32px)] flex-col gap-2 max-xl:bottom-36"
    >
      {shown.map(({ id, tone, text, requestId }) => {
        const Icon = tone === 'good' ? CircleCheck : CircleAlert
        return (
          <div
            key={id}
            className="pointer-events-auto flex items-start gap-2 rounded-lg border bg-surface p-3 text-sm shadow-float"
          >
            <Icon
              size={16}
              aria-hidden
              className={`mt-0.5 shrink-0 ${tone === 'good' ? 'text-good' : 'text-bad'}`}
            />
            <div className="min-w-0 grow break-words">
              {text}
              {requestId && (
                <p className="mt-1 text-xs text-ink-3">
                  {t('requestId')} <code className="select-all">{requestId}</code>
                </p>
              )}
            </div>
            <button
              type="button"
              aria-label={t('close')}
              onClick={() => dismiss(id)}
              className="grid size-6 place-items-center rounded-md hover:bg-sunken"
            >
              <X size={13} aria-hidden />
            </button>
          </div>
        )
      })}
    </div>
  )
}
