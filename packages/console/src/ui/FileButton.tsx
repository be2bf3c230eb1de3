/** A button that lets somebody choose files. */
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './Button.tsx'

export function FileButton({
  take,
  accept,
  label,
  icon,
  look,
  size,
  isSingle = false,
  children,
}: {
  take: (files: File[]) => void
  /** Endings of names, such as `.csv,.pdf`. */
  accept: string
  /** What the files are for, for readers of screens. */
  label: string
  icon?: LucideIcon
  look?: 'ink' | 'plain' | 'quiet'
  size?: 's' | 'm'
  isSingle?: boolean
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} size={size} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={!isSingle}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          // The same file may be chosen again, once it is mended.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
