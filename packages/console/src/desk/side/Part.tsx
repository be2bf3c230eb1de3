/** A titled part of the pane beside the talk. */
import type { ReactNode } from 'react'

export const Part = ({
  title,
  beside,
  children,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
}) => (
  <section className="flex flex-col gap-2">
    <div className="flex items-baseline gap-2">
      <h2 className="max-w-full shrink-0 font-semibold break-words">
        <bdi>{title}</bdi>
      </h2>
      {beside}
    </div>
    {children}
  </section>
)
