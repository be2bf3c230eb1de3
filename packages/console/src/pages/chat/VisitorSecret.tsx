/** The secret with which the owner's server signs who a visitor is: read and shown when somebody asks for it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api.ts'
import { chatTexts } from '../../texts/chat.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Code } from '../../ui/Code.tsx'
import { Notice } from '../../ui/Panels.tsx'

/** Another version is another secret. */
export function VisitorSecret({ agentId, version }: { agentId: string; version: number }) {
  const t = useText(chatTexts)
  const [isShown, show] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['visitor-identity', agentId, version],
    queryFn: ({ signal }) => admin.agents.identity({ agentId }, { signal }),
    enabled: isShown,
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={() => show(!isShown)}>{t(isShown ? 'hideSecret' : 'showSecret')}</Button>
      {isShown && data && (
        <div className="w-full">
          <Code text={data.secret} label={t('secret')} isCopyShown />
        </div>
      )}
      {isShown && error && <Notice tone="bad">{error.hint ?? error.message}</Notice>}
    </div>
  )
}
