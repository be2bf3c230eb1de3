/** What the model was sent, request by request, as it was. */
import type { DryRunModel } from '@tandem/sdk/source'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { Code } from '../../ui/Code.tsx'
import { Section } from '../../ui/Page.tsx'
import { Notice } from '../../ui/Panels.tsx'

export function ModelRequests({ model }: { model: DryRunModel }) {
  const t = useText(testTexts)
  return (
    <Section title={t('model')} about={t('modelName', { name: model.name, n: model.requests.length })}>
      {model.failure && <Notice tone="bad">{model.failure}</Notice>}
      {model.requests.map(({ system, messages, tools }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: requests of one run that do not change
        <details key={n} open={n === 0} className="flex flex-col gap-2">
          <summary className="cursor-pointer text-sm font-semibold">#{n + 1}</summary>
          <div className="mt-2 flex flex-col gap-2">
            <Code text={system} label={t('system')} />
            {messages.map(({ role, text }, m) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Code key={m} text={`${role}: ${text}`} label={`${role} ${m + 1}`} />
            ))}
            {tools.length > 0 && (
              <p className="text-xs text-ink-3">{t('tools', { names: tools.join(', ') })}</p>
            )}
          </div>
        </details>
      ))}
    </Section>
  )
}
