/** A button that opens a list of acts or choices. */
import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

const popup = 'min-w-48 max-w-80 rounded-lg border bg-surface p-1 shadow-float max-h-[70vh] overflow-y-auto'
const row =
  'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm outline-none data-[highlighted]:bg-sunken data-[disabled]:text-ink-3'

export function Menu({
  trigger,
  children,
  align = 'start',
  isOpenAtFirst = false,
}: {
  /** A button. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  isOpenAtFirst?: boolean
}) {
  return (
    <Base.Root defaultOpen={isOpenAtFirst}>
      <Base.Trigger render={trigger} />
      {/* In the main part of the page, so that readers of screens find it there. */}
      <Base.Portal container={document.getElementById('content')}>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className={popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({
  icon: Icon,
  onClick,
  isBad = false,
  isDisabled = false,
  children,
}: {
  icon?: LucideIcon
  onClick: () => void
  isBad?: boolean
  isDisabled?: boolean
  children: ReactNode
}) {
  return (
    <Base.Item className={`${row} ${isBad ? 'text-bad' : ''}`} onClick={onClick} disabled={isDisabled}>
      {Icon && <Icon size={14} aria-hidden className="shrink-0" />}
      <bdi className="truncate">{children}</bdi>
    </Base.Item>
  )
}

/** One of several, the chosen one ticked. */
export function MenuChoices({
  label,
  value,
  choose,
  choices,
}: {
  label: string
  value: string
  choose: (value: string) => void
  choices: readonly { readonly value: string; readonly label: ReactNode }[]
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: string) => choose(next)}>
      <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs font-semibold text-ink-3">{label}</Base.GroupLabel>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} className={row} closeOnClick>
          <span className="grid size-4 shrink-0 place-items-center">
            <Base.RadioItemIndicator>
              <Check size={13} aria-hidden />
            </Base.RadioItemIndicator>
          </span>
          <bdi className="truncate">{choice.label}</bdi>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export const MenuLine = () => <Base.Separator className="my-1 border-t" />
