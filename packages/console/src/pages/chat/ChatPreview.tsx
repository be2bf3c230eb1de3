/** How the chat looks on a page, with what is chosen and not yet saved. */
import { CircleHelp, MessageSquare, UserRound } from 'lucide-react'
import { chatTexts } from '../../texts/chat.ts'
import { useText } from '../../texts/text.ts'
import { inkOn } from './ink.ts'

const icons = { chat: MessageSquare, question: CircleHelp, person: UserRound }

export interface Look {
  readonly accent?: string | undefined
  readonly side?: string | undefined
  readonly offset_x?: number | undefined
  readonly offset_y?: number | undefined
  readonly icon?: string | undefined
  readonly label?: string | undefined
  readonly scheme?: string | undefined
}

export function ChatPreview({ look, title, greeting }: { look: Look; title: string; greeting: string }) {
  const t = useText(chatTexts)
  const { accent = '#1f5eff', side, offset_x = 20, offset_y = 20, icon, label, scheme = 'auto' } = look
  const Icon = icons[icon as keyof typeof icons] ?? MessageSquare
  const own = { backgroundColor: accent, color: inkOn(accent) }
  return (
    <figure
      aria-label={t('preview')}
      className="flex flex-col justify-end overflow-hidden rounded-md border bg-sunken"
    >
      <div
        className={`flex flex-col gap-3 ${side === 'left' ? 'items-start' : 'items-end'}`}
        style={{
          colorScheme: scheme === 'auto' ? undefined : scheme,
          // It stands as many pixels from the edges as on the page itself.
          padding: `16px ${offset_x}px ${offset_y}px`,
        }}
      >
        <div
          className="flex w-64 flex-col gap-2 rounded-lg border p-3 text-sm"
          style={{ backgroundColor: 'light-dark(#ffffff, #1b2026)', color: 'light-dark(#1b1f24, #e8ebef)' }}
        >
          <span className="truncate font-semibold">{title}</span>
          <span className="self-start rounded-lg border px-2 py-1">{greeting || t('sampleAnswer')}</span>
          <span className="self-end rounded-lg px-2 py-1" style={own}>
            {t('sampleQuestion')}
          </span>
        </div>
        <span className="flex h-12 min-w-12 items-center justify-center gap-2 rounded-full px-3" style={own}>
          <Icon aria-hidden size={22} />
          {label && <span className="text-sm font-semibold">{label}</span>}
        </span>
      </div>
    </figure>
  )
}
