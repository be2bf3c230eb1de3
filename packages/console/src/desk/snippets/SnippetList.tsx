/** The snippets that fit what is typed, above the composer. */
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import type { SnippetChoice } from './use-snippets.ts'

export function SnippetList({
  id,
  choice: { found, chosen, insert },
}: {
  id: string
  choice: SnippetChoice
}) {
  const t = useText(deskTexts)
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('snippets')}
      className="absolute right-4.5 bottom-full left-4.5 z-20 mb-1 max-h-72 overflow-y-auto rounded-lg border bg-surface p-1 shadow-float"
    >
      {found.map((snippet, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; arrows choose
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          key={snippet.id}
          id={`${id}-${n}`}
          role="option"
          aria-selected={n === chosen}
          // Before the text loses the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(snippet)}
          className={`flex min-h-8 cursor-default items-baseline gap-2 rounded-md px-2 py-1 text-sm ${n === chosen ? 'bg-sunken' : ''}`}
        >
          <b className="shrink-0 font-mono text-xs">/{snippet.name}</b>
          <bdi className="truncate text-ink-2">{snippet.filled ?? snippet.text}</bdi>
        </div>
      ))}
    </div>
  )
}
