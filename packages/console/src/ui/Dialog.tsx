/** A question above the page: title, content, buttons. Escape closes it, and focus goes back where it was. */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from './Button.tsx'

const widths = { s: 'max-w-md', m: 'max-w-xl', l: 'max-w-3xl' }

export function Dialog({
  isOpen,
  close,
  title,
  children,
  foot,
  width = 's',
  canClose = true,
}: {
  isOpen: boolean
  close: () => void
  title: string
  children: ReactNode
  /** Buttons, the one that acts last. */
  foot?: ReactNode
  width?: keyof typeof widths
  /** False: it has to be answered. */
  canClose?: boolean
}) {
  const t = useText(uiTexts)
  return (
    // A press beside it does nothing: words that were typed, or a key that is shown once, would go with it.
    <Base.Root disablePointerDismissal open={isOpen} onOpenChange={(open) => !open && canClose && close()}>
      <Base.Portal>
        <Base.Backdrop
          className="fixed inset-0 z-40 bg-veil"
          onMouseDown={(event) => event.preventDefault()}
        />
        <Base.Popup
          className={`fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-xl border bg-surface shadow-float ${widths[width]}`}
        >
          <Base.Title className="px-4 pt-3.5 pr-12 pb-1 text-talk font-semibold">{title}</Base.Title>
          <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 pt-2 pb-4">{children}</div>
          {foot && (
            <div className="flex flex-wrap justify-end gap-2 border-t bg-surface px-4 py-3 rounded-b-xl">
              {foot}
            </div>
          )}
          {/* Last, so that what is to be filled in gets the focus first. */}
          {canClose && (
            <Base.Close
              aria-label={t('close')}
              className="absolute top-3 right-3 grid size-7 place-items-center rounded-md text-ink-2 hover:bg-sunken"
            >
              <X size={15} aria-hidden />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Asks before something is done that cannot be undone: names the thing and what it takes with it. */
export function Confirm({
  isOpen,
  close,
  title,
  children,
  action,
  isBusy,
  act,
  look = 'danger',
}: {
  isOpen: boolean
  close: () => void
  title: string
  children: ReactNode
  action: string
  isBusy?: boolean
  act: () => void
  look?: 'danger' | 'ink'
}) {
  const t = useText(uiTexts)
  return (
    <Dialog
      isOpen={isOpen}
      close={close}
      title={title}
      foot={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button look={look} isBusy={isBusy ?? false} onClick={act}>
            {action}
          </Button>
        </>
      }
    >
      <div className="text-sm text-ink-2">{children}</div>
    </Dialog>
  )
}
