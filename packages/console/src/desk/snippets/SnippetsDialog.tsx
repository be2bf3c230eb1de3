/** The snippets of the team: what they are called after the slash, and their words; added, changed and removed in place. */

import type { DeskSnippet } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { useKeptDraft } from '../../kept-draft.ts'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm, Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { ErrorNotice, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { tellError } from '../../ui/Toast.tsx'
import { presenceQuery, snippetsQuery } from '../queries.ts'

const changed = () => queryClient.invalidateQueries({ queryKey: ['desk', 'snippets'] })

export function SnippetsDialog({ close }: { close: () => void }) {
  const t = useText(deskTexts)
  const ui = useText(uiTexts)
  const { data, error, refetch } = useQuery(snippetsQuery())
  const [editing, setEditing] = useState<DeskSnippet | 'new' | undefined>()
  const [leaving, setLeaving] = useState<DeskSnippet | undefined>()
  const removing = useMutation({
    mutationFn: (snippetId: string) => admin.desk.snippets.delete({ snippetId }),
    onError: tellError,
    onSettled() {
      // Closed before the snippet leaves the list, so that the focus comes back into it.
      setLeaving(undefined)
      void changed()
    },
  })
  return (
    <Dialog isOpen close={close} width="m" title={t('snippets')}>
      <p className="text-sm text-ink-2">{t('snippetsWhy')}</p>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.items.map((snippet) =>
        editing !== 'new' && editing?.id === snippet.id ? (
          <SnippetForm key={snippet.id} snippet={snippet} done={() => setEditing(undefined)} />
        ) : (
          <div key={snippet.id} className="flex items-baseline gap-2 border-b pb-2 text-sm">
            <b className="shrink-0 font-mono text-xs">/{snippet.name}</b>
            <p dir="auto" className="min-w-0 grow break-words whitespace-pre-wrap text-ink-2">
              {snippet.text}
            </p>
            <IconButton
              icon={Pencil}
              label={t('changeSnippet', { name: snippet.name })}
              onClick={() => setEditing(snippet)}
            />
            <IconButton
              icon={Trash2}
              label={t('removeSnippet', { name: snippet.name })}
              onClick={() => setLeaving(snippet)}
            />
          </div>
        ),
      )}
      {leaving && (
        <Confirm
          isOpen
          close={() => setLeaving(undefined)}
          title={t('removeSnippet', { name: leaving.name })}
          action={ui('delete')}
          isBusy={removing.isPending}
          act={() => removing.mutate(leaving.id)}
        >
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {leaving.text}
          </p>
        </Confirm>
      )}
      {editing === 'new' ? (
        <SnippetForm done={() => setEditing(undefined)} />
      ) : (
        <div>
          <Button icon={Plus} onClick={() => setEditing('new')}>
            {t('newSnippet')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function SnippetForm({ snippet, done }: { snippet?: DeskSnippet; done: () => void }) {
  const t = useText(deskTexts)
  const ui = useText(uiTexts)
  const { data: presence } = useQuery(presenceQuery())
  const agents = presence?.agents ?? []
  const [draft, setDraft, forget] = useKeptDraft(`snippet.${snippet?.id ?? 'new'}`, {
    agentId: snippet?.agent_id ?? '',
    name: snippet?.name ?? '',
    text: snippet?.text ?? '',
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const words = { name: draft.name.trim(), text: draft.text }
  const saving = useMutation({
    mutationFn: (): Promise<unknown> =>
      snippet
        ? admin.desk.snippets.change({ snippetId: snippet.id }, words)
        : admin.desk.snippets.create({ ...words, agent_id: draft.agentId || (agents[0]?.id ?? '') }),
    onSuccess() {
      forget()
      done()
      return changed()
    },
  })
  return (
    <form
      ref={form}
      className="card flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      {!snippet && agents.length > 1 && (
        <SelectField
          label={t('agent')}
          value={draft.agentId || agents[0]?.id}
          onChange={(event) => setDraft({ ...draft, agentId: event.target.value })}
          choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <TextField
        label={t('snippetName')}
        required
        maxLength={40}
        pattern="[^\s\/]+"
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <TextArea
        label={t('snippetText')}
        hint={t('snippetHint', { names: '{user.name} {user.email} {agent.name} {operator.name}' })}
        dir="auto"
        required
        maxLength={4_000}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      {saving.error && <ErrorNotice error={saving.error} />}
      <div className="flex justify-end gap-2">
        <Button
          onClick={() => {
            forget()
            done()
          }}
        >
          {ui('cancel')}
        </Button>
        <Button look="ink" type="submit" isBusy={saving.isPending}>
          {ui('save')}
        </Button>
      </div>
    </form>
  )
}
