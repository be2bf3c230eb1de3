/** Paste what a server got, and see which bytes were signed with which secret and where they differ. Nothing leaves the page. */
import { useEffect, useState } from 'react'
import { signatureTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { type Say, useText } from '../../texts/text.ts'
import { Code } from '../../ui/Code.tsx'
import { TextArea, TextField } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Panels.tsx'
import { duration } from '../../ui/Time.tsx'
import { type Explained, explain, type Finding, type Sent } from './signature.ts'

const FIVE_MINUTES_MS = 300_000
/** Beyond this the beginning is enough to see what is signed. */
const SHOWN = 4_000

export function SignatureExplainer({ sent }: { sent?: Sent }) {
  const t = useText(signatureTexts)
  const locale = useLocale()
  const [headers, setHeaders] = useState(
    sent ? `webhook-id: ${sent.id}\nwebhook-timestamp: \nwebhook-signature: ` : '',
  )
  const [body, setBody] = useState(sent?.body ?? '')
  const [secret, setSecret] = useState('')
  const [explained, setExplained] = useState<Explained>()
  const isReady = headers.trim() !== '' && secret.trim() !== ''
  useEffect(() => {
    setExplained(undefined)
    if (!isReady || !window.isSecureContext) return
    let isLatest = true
    void explain({ headers, body, secret }, sent, Date.now()).then((next) => isLatest && setExplained(next))
    return () => {
      isLatest = false
    }
  }, [headers, body, secret, sent, isReady])
  if (!window.isSecureContext) return <Notice tone="warn">{t('noCrypto')}</Notice>
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-ink-2">{t('about')}</p>
      <TextArea
        label={t('received')}
        hint={t('receivedHint')}
        className="font-mono text-xs"
        rows={4}
        spellCheck={false}
        value={headers}
        onChange={(event) => setHeaders(event.target.value)}
      />
      <TextArea
        label={t('body')}
        hint={t('bodyHint')}
        className="font-mono text-xs"
        rows={4}
        spellCheck={false}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <TextField
        label={t('secret')}
        hint={t('secretHint')}
        className="font-mono"
        spellCheck={false}
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      {explained && (
        <>
          <Notice tone={toneOf(explained.finding)}>{wordsOf(explained.finding, t, locale)}</Notice>
          {explained.signed !== undefined && (
            <>
              <p className="text-xs text-ink-3">
                {t('signedBytes')} · {t('nBytes', { n: new TextEncoder().encode(explained.signed).length })}
              </p>
              <Code text={explained.signed.slice(0, SHOWN)} label={t('signedBytes')} />
            </>
          )}
          {explained.expected && (
            <>
              <p className="text-xs text-ink-3">{t('expected')}</p>
              <Code text={`v1,${explained.expected}`} label={t('expected')} />
            </>
          )}
        </>
      )}
    </div>
  )
}

const isOld = (finding: Finding) => finding.is === 'fits' && finding.ageMs > FIVE_MINUTES_MS

const toneOf = (finding: Finding) => (finding.is !== 'fits' ? 'bad' : isOld(finding) ? 'warn' : 'good')

function wordsOf(finding: Finding, t: Say<typeof signatureTexts>, locale: string): string {
  switch (finding.is) {
    case 'missing':
      return t('missing', { name: finding.name })
    case 'badTimestamp':
      return t('badTimestamp', { found: finding.found || '–' })
    case 'fitsOurs':
      return t('fitsOurs', finding)
    case 'fits':
      return isOld(finding) ? `${t('fits')} ${t('old', { age: duration(finding.ageMs, locale) })}` : t('fits')
    default:
      return t(finding.is)
  }
}
