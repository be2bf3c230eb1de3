/** The frame of a screen: its title in the bar, acts at the end of the bar, content that scrolls below, and a side if it has one. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { SkeletonRows } from './Panels.tsx'

/** The first screen leaves the focus where the browser puts it. */
let isFirst = true

export function Page({
  parent,
  title,
  about,
  actions,
  above,
  side,
  isSideSpare = false,
  children,
  isFlush = false,
}: {
  /** The screen that this one belongs to. */
  parent?: { readonly label: string; readonly href: string }
  title: string
  /** One line on what is seen here. */
  about?: string | undefined
  actions?: ReactNode
  /** Stands above the content and the side. */
  above?: ReactNode
  /** Details of what is open, at the right; on narrow screens they take the place of the content. */
  side?: ReactNode
  /** The side is left out where there is no room beside the content. */
  isSideSpare?: boolean
  children: ReactNode
  /** The content has its own spacing and scrolls by itself. */
  isFlush?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Tandem`
    // What led here is gone, and the focus with it: keys go on from the title, and readers of screens say it.
    if (!isFirst && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [title])
  return (
    <div className="flex min-h-0 grow flex-col">
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-5 py-1.5 max-md:pr-3 max-md:pl-12">
        {parent && (
          <Link href={parent.href} className="-mr-1.5 text-ink-3 hover:text-ink hover:underline">
            {parent.label} /
          </Link>
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          className="min-w-0 text-talk font-semibold tracking-tight outline-none"
        >
          {title}
        </h1>
        {about && <p className="truncate text-ink-3 max-lg:hidden">{about}</p>}
        <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      {above}
      <div className="flex min-h-0 grow">
        {/* `relative`: what is in a part but not seen would else make the whole page scroll. */}
        <div
          className={`relative flex min-w-0 grow flex-col ${isFlush ? 'min-h-0' : 'gap-4 overflow-y-auto p-5 max-md:p-3'} ${side && !isSideSpare ? 'max-lg:hidden' : ''}`}
        >
          {children}
        </div>
        {side && (
          <aside
            aria-label={title}
            className={`relative w-105 shrink-0 overflow-y-auto border-l bg-surface p-4 max-xl:w-96 ${isSideSpare ? 'max-lg:hidden' : 'max-lg:w-full max-lg:border-l-0'}`}
          >
            {side}
          </aside>
        )}
      </div>
    </div>
  )
}

/** A screen that is not there yet. */
export const PageSkeleton = () => (
  <>
    <div className="min-h-12 border-b bg-surface" />
    <SkeletonRows rows={10} />
  </>
)

/** A titled part of a screen. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  title: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="card flex flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-semibold">{title}</h2>
        {about && <p className="text-sm text-ink-3">{about}</p>}
        <div className="ml-auto flex flex-wrap justify-end gap-2">{actions}</div>
      </div>
      {children}
    </section>
  )
}
