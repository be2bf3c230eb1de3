/** Says that the live feed is cut, so that nobody trusts what may be out of date. */
import { useFeedState } from '../feed.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'

export function Reconnecting() {
  const t = useText(shellTexts)
  if (useFeedState() !== 'reconnecting') return null
  return (
    <p role="status" className="bg-warn-bg px-5 py-1.5 text-sm text-warn max-md:px-3">
      {t('reconnectingLong')}
    </p>
  )
}
