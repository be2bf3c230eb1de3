/** Lines of a conversation, the same everywhere: the user right, the AI and the person left, each in its colour. */
import type { ReactNode } from 'react'

export type Party = 'user' | 'ai' | 'person'

const bubbles: Record<Party, string> = {
  user: 'self-end rounded-br-sm bg-user-bg',
  ai: 'self-start rounded-bl-sm bg-ai-bg',
  person: 'self-start rounded-bl-sm bg-person-bg',
}
const names: Record<Party, string> = { user: 'self-end text-user', ai: 'text-ai', person: 'text-person' }

export function Talk({ children, label }: { children: ReactNode; label: string }) {
  return (
    <div role="log" aria-label={label} className="flex flex-col gap-1 p-4">
      {children}
    </div>
  )
}

/** What somebody said. The text is shown as it is, its line breaks included. */
export function Line({
  party,
  who,
  text,
  children,
  isOpen = false,
  onClick,
}: {
  party: Party
  /** Name, and whatever else stands above the bubble. */
  who: ReactNode
  text: string
  children?: ReactNode
  /** Its details are shown beside. */
  isOpen?: boolean
  onClick?: (() => void) | undefined
}) {
  const bubble = `max-w-[78%] rounded-xl px-3 py-2 text-left text-talk break-words whitespace-pre-wrap ${bubbles[party]} ${isOpen ? 'ring-2 ring-ink' : ''}`
  return (
    <>
      <div className={`mx-1 mt-1.5 text-xs font-semibold ${names[party]}`}>{who}</div>
      {onClick ? (
        <button type="button" dir="auto" onClick={onClick} aria-pressed={isOpen} className={bubble}>
          {text}
          {children}
        </button>
      ) : (
        <div dir="auto" className={bubble}>
          {text}
          {children}
        </div>
      )}
    </>
  )
}

/** What happened between the lines. */
export const Happening = ({ children }: { children: ReactNode }) => (
  <div className="self-center px-3 py-1 text-center text-xs text-ink-3">{children}</div>
)
