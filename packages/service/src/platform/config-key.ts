/** What a configuration key is: its environment variable, kind, default, and a sentence for people. */
export type Mode = 'dev' | 'serve'

interface Common {
  readonly env: string
  readonly says: string
  /** Never shown: not in logs, not in errors. May also be given as a file named by `<env>_FILE`. */
  readonly secret?: boolean
  /** In place of the default, where that is decided later. */
  readonly fallbackSays?: string
}
export interface TextKey extends Common {
  readonly kind: 'text'
  readonly fallback: string | undefined | ((mode: Mode) => string | undefined)
  readonly pattern?: RegExp
  readonly needed?: string
  /** An address that paths are put behind: slashes at its end are left out. */
  readonly isBase?: true
}
export interface NumberKey extends Common {
  readonly kind: 'number'
  readonly fallback: number | undefined
  readonly min: number
  readonly max: number
  readonly unit: string
}
export interface ChoiceKey<C extends string = string> extends Common {
  readonly kind: 'choice'
  readonly choices: readonly C[]
  readonly fallback: C
}
export type Key = TextKey | NumberKey | ChoiceKey

export const count = (
  env: string,
  range: Pick<NumberKey, 'min' | 'max' | 'unit'> & { readonly fallback: number },
  says: string,
) => ({ kind: 'number', env, ...range, says }) as const satisfies NumberKey

/** Days for which something is kept, 0 for ever. What it is unless set is up to the database. */
export const keepDays = (env: string, says: string) =>
  ({
    kind: 'number',
    env,
    fallback: undefined,
    fallbackSays: '`400`; databases made before version 6: `0`',
    min: 0,
    max: 36_500,
    unit: 'days',
    says,
  }) as const satisfies NumberKey
