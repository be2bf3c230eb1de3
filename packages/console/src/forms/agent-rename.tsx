/** Renames an agent. */

import type { Agent } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { admin, queries, queryClient } from '../api.ts'
import { settingsTexts } from '../texts/settings.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Section } from '../ui/Page.tsx'
import { tell } from '../ui/Toast.tsx'
import { useDraft } from '../ui/useDraft.ts'

export function AgentRename({ agent, canChange }: { agent: Agent; canChange: boolean }) {
  const t = useText(settingsTexts)
  const ui = useText(uiTexts)
  const draft = useDraft({ name: agent.name })
  const rename = useMutation({
    mutationFn: ({ name }: typeof draft.value) =>
      admin.agents.rename({ agentId: agent.id }, { name: name.trim() }),
    onSuccess: async (_answer, saved) => {
      await queryClient.invalidateQueries({ queryKey: queries.agents().queryKey })
      draft.settle(saved)
      tell(ui('saved'))
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(draft.value)
      }}
    >
      <Section title={t('name')} about={t('nameAbout')}>
        <div className="flex items-end gap-2">
          <div className="max-w-md grow">
            <TextField
              label={t('name')}
              maxLength={200}
              required
              disabled={!canChange}
              value={draft.value.name}
              error={rename.error ? (rename.error.hint ?? rename.error.message) : undefined}
              onChange={(event) => draft.change({ name: event.target.value })}
            />
          </div>
          {canChange && (
            <Button look="ink" type="submit" disabled={!draft.isChanged} isBusy={rename.isPending}>
              {ui('save')}
            </Button>
          )}
        </div>
      </Section>
    </form>
  )
}
