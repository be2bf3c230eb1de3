/** What an account may do: its role, its agents, the desk. */

import type { Account } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../api.ts'
import { peopleTexts } from '../texts/people.ts'
import { useText } from '../texts/text.ts'
import { Check, SelectField } from '../ui/Field.tsx'

export type Rights = Pick<Account, 'role' | 'agents' | 'desk'>

const roles = ['admin', 'developer', 'editor', 'operator'] as const

export function AccountFields({ value, change }: { value: Rights; change: (part: Partial<Rights>) => void }) {
  const t = useText(peopleTexts)
  const { data: agents = [] } = useQuery(queries.agents())
  const { role } = value
  const chosen = value.agents === 'all' ? [] : value.agents
  const toggle = (id: string, isIn: boolean) =>
    change({ agents: isIn ? [...chosen, id] : chosen.filter((each) => each !== id) })
  return (
    <>
      <SelectField
        label={t('role')}
        hint={t(`${role}May`)}
        value={role}
        onChange={(event) => {
          const next = event.target.value as Account['role']
          change(next === 'admin' ? { role: next, agents: 'all' } : { role: next })
        }}
        choices={roles.map((each) => ({ value: each, label: t(each) }))}
      />
      {role !== 'admin' && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm font-semibold">{t('agents')}</legend>
          <Check
            label={t('forAll')}
            checked={value.agents === 'all'}
            onChange={(event) => change({ agents: event.target.checked ? 'all' : [] })}
          />
          {value.agents !== 'all' && (
            <div className="flex max-h-48 flex-col gap-1.5 overflow-y-auto rounded-md border p-2">
              {agents.map(({ id, name }) => (
                <Check
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={(event) => toggle(id, event.target.checked)}
                />
              ))}
            </div>
          )}
        </fieldset>
      )}
      {role !== 'operator' && (
        <Check
          label={t('desk')}
          checked={value.desk}
          onChange={(event) => change({ desk: event.target.checked })}
        />
      )}
    </>
  )
}
