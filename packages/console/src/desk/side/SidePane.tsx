/** Beside the talk: what knowledge suggests, who the user is, notes, what happened, earlier conversations. */
import type { DeskCase } from '@tandem/sdk/source'
import { X } from 'lucide-react'
import { Link, useSearchParams } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { languageName, useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Id } from '../../ui/Id.tsx'
import { Time } from '../../ui/Time.tsx'
import { deskPaths } from '../desk-paths.ts'
import { nameOf } from '../queries.ts'
import { Notes } from './Notes.tsx'
import { Part } from './Part.tsx'
import { Suggestions } from './Suggestions.tsx'
import { TeachCard } from './TeachCard.tsx'
import { Timeline } from './Timeline.tsx'

export function SidePane({ handoff, teach }: { handoff: DeskCase; teach: () => void }) {
  const t = useText(deskTexts)
  const locale = useLocale()
  const [, setParams] = useSearchParams()
  const { user } = handoff
  return (
    <aside
      aria-label={t('aboutUser')}
      className="flex min-h-0 flex-col gap-5 overflow-y-auto bg-surface p-4 text-sm"
    >
      <div className="-mb-4 flex justify-end xl:hidden">
        <IconButton icon={X} label={t('backToTalk')} onClick={() => setParams({}, { replace: true })} />
      </div>
      {handoff.state === 'mine' && handoff.handoff_state !== 'ENDED' && <Suggestions handoff={handoff} />}
      <Part title={nameOf(handoff, (id) => t('visitor', { id }))}>
        <Facts
          facts={[
            [t('id'), <Id key="id" id={user.id} />],
            [t('email'), user.email && <bdi className="break-all">{user.email}</bdi>],
            [t('phone'), user.phone],
            [t('hereSince'), <Time key="since" at={handoff.requested_at} />],
            [t('language'), languageName(handoff.language, locale)],
            [t('agent'), <bdi key="agent">{handoff.agent_name}</bdi>],
          ]}
        />
      </Part>
      <Notes handoff={handoff} />
      <Timeline handoff={handoff} />
      {handoff.earlier.length > 0 && (
        <Part title={t('earlier')}>
          <ul className="flex flex-col">
            {handoff.earlier.map(({ conversation_id, subject, at }) => (
              <li key={conversation_id}>
                <Link
                  href={deskPaths.conversation(conversation_id)}
                  className="-mx-2 flex min-h-7 items-baseline gap-2 rounded-md px-2 py-1 hover:bg-sunken"
                >
                  <bdi className="min-w-0 grow truncate">{subject ?? t('noWords')}</bdi>
                  <span className="text-xs text-ink-3">
                    <Time at={at} style="narrow" />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <TeachCard handoff={handoff} teach={teach} />
    </aside>
  )
}
