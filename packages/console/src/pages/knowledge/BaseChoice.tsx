/** Chooses the knowledge base whose documents are shown, makes a new one, and renames or deletes the chosen one. */
import type { KnowledgeBase } from '@tandem/sdk/source'
import { ChevronDown, FolderPlus, Library, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BaseDelete, BaseRename } from '../../forms/base-change.tsx'
import { BaseCreate } from '../../forms/base-create.tsx'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../ui/Menu.tsx'

export function BaseChoice({
  bases,
  value,
  choose,
  mayEdit,
}: {
  bases: readonly KnowledgeBase[]
  value: string | undefined
  choose: (baseId: string | undefined) => void
  mayEdit: boolean
}) {
  const t = useText(knowledgeTexts)
  const chosen = bases.find(({ id }) => id === value)
  const [dialog, setDialog] = useState<'make' | 'rename' | 'delete'>()
  const isOpen = (which: typeof dialog) => ({ isOpen: dialog === which, close: () => setDialog(undefined) })
  const menu = (
    <Menu
      trigger={
        <Button icon={Library} className="max-w-60">
          <bdi className="truncate">{chosen?.name ?? t('allBases')}</bdi>
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
      {mayEdit && (
        <>
          <MenuLine />
          <MenuItem icon={FolderPlus} onClick={() => setDialog('make')}>
            {t('newBase')}
          </MenuItem>
          {chosen && (
            <MenuItem icon={Pencil} onClick={() => setDialog('rename')}>
              {t('renameBase', { name: chosen.name })}
            </MenuItem>
          )}
          {chosen && !chosen.is_default && (
            <MenuItem icon={Trash2} isBad onClick={() => setDialog('delete')}>
              {t('deleteBase', { name: chosen.name })}
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  )
  return (
    <>
      {menu}
      <BaseCreate {...isOpen('make')} made={choose} />
      {chosen && <BaseRename key={chosen.name} base={chosen} {...isOpen('rename')} />}
      {chosen && <BaseDelete base={chosen} {...isOpen('delete')} deleted={() => choose(undefined)} />}
    </>
  )
}
