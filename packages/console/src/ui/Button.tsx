/** Buttons: ink for the one act of a screen, plain for others, quiet among text, danger for what cannot be undone. */
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'

type Look = 'ink' | 'plain' | 'quiet' | 'danger'

const base =
  'inline-flex items-center justify-center gap-1.5 rounded-md border font-semibold whitespace-nowrap disabled:opacity-50 aria-busy:opacity-50'
const looks: Record<Look, string> = {
  ink: 'border-ink bg-ink text-on-ink hover:opacity-90',
  plain: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-bad bg-surface text-bad hover:bg-bad-bg',
}
const sizes = { s: 'min-h-7 px-2 text-xs', m: 'min-h-8 px-3 text-sm' }

interface Shape {
  readonly look?: Look | undefined
  readonly size?: keyof typeof sizes | undefined
  readonly icon?: LucideIcon | undefined
  readonly children?: ReactNode
  /** On narrow screens only the icon is seen. */
  readonly isShort?: boolean
}

const classOf = ({ look = 'plain', size = 'm' }: Shape, more = '') =>
  `${base} ${looks[look]} ${sizes[size]} ${more}`

export function Button({
  look,
  size,
  icon: Icon,
  isBusy = false,
  isShort = false,
  children,
  className,
  onClick,
  ...rest
}: Shape & ComponentProps<'button'> & { isBusy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      // Not `disabled`, which would take the focus away.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={classOf({ look, size }, `${isBusy ? 'motion-safe:animate-pulse' : ''} ${className ?? ''}`)}
    >
      {Icon && <Icon size={size === 's' ? 13 : 15} aria-hidden />}
      {isShort ? <span className="max-md:unseen">{children}</span> : children}
    </button>
  )
}

/** Only an icon; the label is for readers of screens and shows on hover. */
export function IconButton({
  icon: Icon,
  label,
  className,
  ...rest
}: { icon: LucideIcon; label: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`inline-grid size-7 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink ${className ?? ''}`}
    >
      <Icon size={15} aria-hidden />
    </button>
  )
}

/** Looks like a button and leads to an address of the console. */
export function ButtonLink({ look, size, icon: Icon, isShort, children, href }: Shape & { href: string }) {
  return (
    <Link href={href} className={classOf({ look, size })}>
      {Icon && <Icon size={size === 's' ? 13 : 15} aria-hidden />}
      {isShort ? <span className="max-md:unseen">{children}</span> : children}
    </Link>
  )
}
