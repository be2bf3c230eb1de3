/** Several views of one thing, one at a time. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  readonly value: string
  readonly label: ReactNode
  readonly content: ReactNode
}

export function Tabs({
  tabs,
  value,
  onChange,
  fills = false,
}: {
  tabs: readonly Tab[]
  value?: string
  onChange?: (value: string) => void
  /** The view takes what room there is, and scrolls by itself. */
  fills?: boolean
}) {
  return (
    <Base.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value })}
      onValueChange={(next: string) => onChange?.(next)}
      className={`flex min-w-0 flex-col gap-2.5 ${fills ? 'min-h-0 grow' : ''}`}
    >
      <Base.List className="flex flex-wrap gap-3.5 border-b">
        {tabs.map(({ value, label }) => (
          <Base.Tab
            key={value}
            value={value}
            className="-mb-px min-h-8 border-b-2 border-transparent px-0.5 text-sm text-ink-3 hover:text-ink data-[active]:border-ink data-[active]:font-semibold data-[active]:text-ink"
          >
            {label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ value, content }) => (
        <Base.Panel
          key={value}
          value={value}
          className={`min-w-0 ${fills ? 'flex min-h-0 grow flex-col' : ''}`}
        >
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
