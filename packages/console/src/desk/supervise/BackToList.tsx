/** On narrow screens, the way back to the list of users. */
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { deskPaths } from '../desk-paths.ts'

export function BackToList({ href = deskPaths.home }: { href?: string }) {
  const t = useText(deskTexts)
  return (
    <Link
      href={href}
      aria-label={t('toList')}
      className={`grid size-8 shrink-0 place-items-center rounded-md hover:bg-sunken ${href === deskPaths.home ? 'md:hidden' : ''}`}
    >
      <ArrowLeft size={17} aria-hidden />
    </Link>
  )
}
