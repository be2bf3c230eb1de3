/** Chooses the knowledge base whose documents are shown, and leads to a new one. */
import type { KnowledgeBase } from '@tandem/sdk/source'
import { ChevronDown, FolderPlus, Library } from 'lucide-react'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../ui/Menu.tsx'

export function BaseChoice({
  bases,
  value,
  choose,
  make,
}: {
  bases: readonly KnowledgeBase[]
  value: string | undefined
  choose: (baseId: string | undefined) => void
  make?: (() => void) | undefined
}) {
  const t = useText(knowledgeTexts)
  const chosen = bases.find(({ id }) => id === value)
  return (
    <Menu
      trigger={
        <Button icon={Library} className="max-w-60">
          <span className="truncate">{chosen?.name ?? t('allBases')}</span>
          <ChevronDown size={13} aria-hidden className="shrink-0" />
        </Button>
      }
    >
      <MenuChoices
        label={t('base')}
        value={value ?? ''}
        choose={(next) => choose(next || undefined)}
        choices={[
          { value: '', label: t('allBases') },
          ...bases.map(({ id, name, doc }) => ({
            value: id,
            label: (
              <>
                <bdi>{name}</bdi>{' '}
                <span className="num text-xs text-ink-3">{t('nDocuments', { n: doc })}</span>
              </>
            ),
          })),
        ]}
      />
      {make && (
        <>
          <MenuLine />
          <MenuItem icon={FolderPlus} onClick={make}>
            {t('newBase')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
