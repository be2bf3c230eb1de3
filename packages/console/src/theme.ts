/** Light, dark, or as the system has it. Set on the root element before anything is drawn. */
import { useEffect } from 'react'
import { kept, useKept } from './kept.ts'

export type Theme = 'light' | 'dark' | 'system'

const themeOf = (value: string | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system'

export function applyTheme(theme: Theme = themeOf(kept('theme'))): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [value, keep] = useKept('theme')
  const theme = themeOf(value)
  useEffect(() => applyTheme(theme), [theme])
  return [theme, (next) => keep(next === 'system' ? undefined : next)]
}
