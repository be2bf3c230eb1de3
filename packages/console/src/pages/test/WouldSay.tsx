/** The answer as a user would get it, what it came to, and how sure it is. */
import type { DryRun } from '@tandem/sdk/source'
import { paths, withQuery } from '../../paths.ts'
import { useLocale } from '../../texts/language.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Section } from '../../ui/Page.tsx'
import { Happening, Line, Talk } from '../../ui/Talk.tsx'
import { duration } from '../../ui/Time.tsx'
import { OutcomeBadge } from '../conversations/OutcomeBadge.tsx'

export function WouldSay({ agentId, asked, run }: { agentId: string; asked: string; run: DryRun }) {
  const t = useText(testTexts)
  const locale = useLocale()
  return (
    <Section
      title={t('answer')}
      actions={
        <>
          <OutcomeBadge outcome={run.outcome} />
          <span className="num text-sm text-ink-3">
            {t('took', { length: duration(run.took_ms, locale) })}
          </span>
        </>
      }
    >
      <div className="-m-2">
        <Talk label={t('answer')}>
          <Line party="user" who={t('user')} text={asked} />
          {run.text === '' ? (
            <Happening>{t('handedOver')}</Happening>
          ) : (
            <Line party="ai" who="AI" text={run.text.replace(/\$\[(\d{1,4})\]\$/g, '[$1]')} />
          )}
        </Talk>
      </div>
      {run.gaps.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t('gap')}
          <ButtonLink size="s" href={withQuery(paths.unanswered(agentId), { q: run.gaps[0]?.slice(0, 200) })}>
            {t('answerIt')}
          </ButtonLink>
        </div>
      )}
    </Section>
  )
}
