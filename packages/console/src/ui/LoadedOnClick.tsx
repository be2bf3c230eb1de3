/** A button whose menu is loaded when it is first clicked: most pages are read without opening one. */
import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

export function LoadedOnClick({
  button,
  children,
}: {
  button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }>
  /** The menu around its button; it opens by itself when it is first shown. */
  children: (trigger: ReactElement) => ReactNode
}) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted) return cloneElement(button, { onClick: () => setWanted(true), 'aria-haspopup': 'menu' })
  return <Suspense fallback={button}>{children(button)}</Suspense>
}
