/** In place of rows where there are some, but none that fit the filters of the address: the button takes these away. */
import type { LucideIcon } from 'lucide-react'
import { useLocation } from 'wouter'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from './Button.tsx'
import { Empty } from './Panels.tsx'

export function NoneFits({ icon, title }: { icon: LucideIcon; title: string }) {
  const t = useText(uiTexts)
  const [path, navigate] = useLocation()
  return (
    <Empty
      icon={icon}
      title={title}
      action={<Button onClick={() => navigate(path, { replace: true })}>{t('clearFilters')}</Button>}
    />
  )
}
