/** Names and values, a line each; those without a value are left out. */
import { Fragment, type ReactNode } from 'react'

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const given = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
  )
  return (
    <dl className="grid items-baseline grid-cols-[minmax(84px,auto)_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
      {given.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
