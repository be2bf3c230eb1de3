/** The shape of a configuration key: its environment variable, kind, default, and a sentence for people. */
export type Mode = 'dev' | 'serve'

interface Common {
  readonly env: string
  readonly says: string
  /** Never shown in logs or errors. May also be given as a file named by `<env>_FILE`. */
  readonly secret?: boolean
  /** Shown instead of the default if the default is decided later. */
  readonly fallbackSays?: string
}
export interface TextKey extends Common {
  readonly kind: 'text'
  readonly fallback: string | undefined | ((mode: Mode) => string | undefined)
  readonly pattern?: RegExp
  readonly needed?: string
  /** An address to which paths are appended: slashes at its end are removed. */
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

/** A value of printable characters; `chars` says how many `pattern` allows. */
export const printable = (env: string, pattern: RegExp, chars: string, says: string) =>
  ({
    kind: 'text',
    env,
    fallback: undefined,
    pattern,
    needed: `${chars} printable characters without spaces`,
    says,
  }) as const satisfies TextKey

/** The number of days that data is kept; 0 is for ever. The default depends on the age of the database. */
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
