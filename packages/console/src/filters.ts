/** Filters of a list live in the address, so that what is seen can be shared and the way back works. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

export type Filters<Name extends string> = { readonly [K in Name]?: string }

/** The filters of the given names, and a function that changes some of them; an empty value takes one away. */
export function useFilters<const Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (change: { readonly [K in Name]?: string | undefined }) => void] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are written in place and never change
  const filters = useMemo(() => {
    const given = new URLSearchParams(text)
    return Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])))
  }, [text]) as Filters<Name>
  const change = useCallback(
    (wanted: { readonly [K in Name]?: string | undefined }) =>
      setParams(
        (before) => {
          for (const [name, value] of Object.entries(wanted)) {
            if (typeof value === 'string' && value !== '') before.set(name, value)
            else before.delete(name)
          }
          return before
        },
        { replace: true },
      ),
    [setParams],
  )
  return [filters, change]
}
