/** What was on the wire, as it was: JSON with its names and strings coloured, headers, commands. Text nodes only. */
import { Fragment, type ReactNode } from 'react'
import { CopyButton } from './Id.tsx'

/** Beyond this, colours would cost more than they give. */
const MOST_COLOURED = 50_000

export function Code({
  text,
  label,
  isJson = false,
  isCopyShown = false,
}: {
  text: string
  label: string
  isJson?: boolean
  /** It is there to be copied: the button does not wait for the mouse. */
  isCopyShown?: boolean
}) {
  return (
    <div className="group relative min-w-0">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-[60vh] overflow-auto rounded-sm bg-sunken"
      >
        <pre
          className={`px-3 py-2.5 text-[12.3px] leading-[1.55] wrap-anywhere whitespace-pre-wrap ${isCopyShown ? 'pr-24' : ''}`}
        >
          {isJson && text.length <= MOST_COLOURED ? coloured(text) : text}
        </pre>
      </section>
      <div
        className={`absolute top-1.5 right-1.5 ${isCopyShown ? '' : 'opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100'}`}
      >
        <CopyButton text={text} />
      </div>
    </div>
  )
}

export const Json = ({ value, label }: { value: unknown; label: string }) => (
  <Code text={JSON.stringify(value, null, 2) ?? ''} label={label} isJson />
)

/** Headers, a line each. */
export function Headers({ headers, label }: { headers: Readonly<Record<string, string>>; label: string }) {
  const text = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return <Code text={text} label={label} />
}

/** Pretty-printed JSON has one name or value a line, so that lines are enough to tell names from strings. */
function coloured(text: string): ReactNode {
  return text.split('\n').map((line, n) => {
    const end = line.indexOf('": ')
    const isName = end > 0 && line.trimStart().startsWith('"')
    const name = isName ? line.slice(0, end + 1) : ''
    const rest = line.slice(name.length)
    const isString = rest.includes('"')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that does not change
      <Fragment key={n}>
        {n > 0 && '\n'}
        {name && <span className="text-ai">{name}</span>}
        {isString ? <span className="text-endpoint">{rest}</span> : rest}
      </Fragment>
    )
  })
}
