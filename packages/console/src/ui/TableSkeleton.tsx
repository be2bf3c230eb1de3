/** A table before its rows are there: the names of its columns stand already, and bars where words will be. */
import { useRef } from 'react'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { useFitting } from './fitting-columns.ts'
import { Skeleton } from './Panels.tsx'

/** Numbers keep away from the words of the next column. */
export const endClass = 'text-right not-last:pr-3'
export const headClass = (isEnd = false) =>
  `truncate py-1.5 text-xs font-semibold text-ink-3 first-letter:uppercase ${isEnd ? endClass : ''}`

const ROWS = 8
const widths = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2']

interface Head {
  readonly name: string
  readonly label: string
  readonly width: string
  readonly isEnd?: boolean
  readonly isWide?: boolean
}

export function TableSkeleton(props: { columns: readonly Head[]; rowHeight: number }) {
  const { rowHeight } = props
  const t = useText(uiTexts)
  const box = useRef<HTMLDivElement>(null)
  const columns = useFitting(props.columns, box, true)
  const style = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }
  return (
    <div ref={box} role="status" className="overflow-hidden text-sm">
      <span className="unseen">{t('loading')}</span>
      <div aria-hidden style={style} className="grid gap-x-3 border-b px-3 max-md:hidden">
        {columns.map(({ name, label, isEnd }) => (
          <div key={name} className={headClass(isEnd)}>
            {label}
          </div>
        ))}
      </div>
      {Array.from({ length: ROWS }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          key={row}
          aria-hidden
          style={{ ...style, height: rowHeight }}
          className="grid items-center gap-x-3 border-b px-3 last:border-b-0"
        >
          {columns.map(({ name }, n) => (
            <Skeleton key={name} className={`h-3 ${widths[(row + n) % widths.length]}`} />
          ))}
        </div>
      ))}
    </div>
  )
}
