/**
 * Reads the configuration from the environment and checks every key before anything starts. The error for a bad value says
 * what was found, what is needed and what to do. The summary for the log never contains a secret.
 */
import { readFileSync } from 'node:fs'
import type { ChoiceKey, Key, Mode, NumberKey } from './config-key.ts'
import { configKeys } from './config-keys.ts'
import { modelProblems } from './config-models.ts'
import { parseKeys } from './secrets.ts'

/** Longer values are refused before any pattern is applied. */
const MOST_CHARS = 100_000

type ValueOf<K> = K extends NumberKey
  ? K extends { fallback: number }
    ? number
    : number | undefined
  : K extends ChoiceKey<infer C>
    ? C
    : K extends { fallback: string }
      ? string
      : string | undefined
export type Config = { readonly mode: Mode } & {
  readonly [K in keyof typeof configKeys]: K extends 'host' ? string : ValueOf<(typeof configKeys)[K]>
}
export type Environment = Readonly<Record<string, string | undefined>>

/** One line per bad key; the command prints them and exits. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export function readConfig(mode: Mode, environment: Environment): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = { mode }
  for (const [name, key] of Object.entries<Key>(configKeys)) {
    const read = readKey(key, mode, environment)
    if ('problem' in read) problems.push(read.problem)
    else values[name] = read.value
  }
  const config = values as unknown as Config
  if (problems.length === 0 && mode === 'dev' && !isLoopback(config.host)) {
    problems.push(
      `HOST: found ${config.host}, needed a loopback address: tandem dev lets its webhooks reach private addresses. Unset HOST, or run tandem serve.`,
    )
  }
  if (problems.length === 0) problems.push(...modelProblems(config), ...secretKeyProblems(config))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function secretKeyProblems({ secretKeys }: Config): string[] {
  try {
    if (secretKeys !== undefined) parseKeys(secretKeys, configKeys.secretKeys.env)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

function readKey(key: Key, mode: Mode, environment: Environment): { value: unknown } | { problem: string } {
  let text: string | undefined
  try {
    text = rawText(key, environment)
  } catch (error) {
    const { message } = error as Error
    const problem = `${key.env}_FILE: found a file that cannot be read (${message}), needed a readable file. Check its path and owner.`
    return { problem }
  }
  if (text === undefined)
    return { value: typeof key.fallback === 'function' ? key.fallback(mode) : key.fallback }
  if (text.length > MOST_CHARS) {
    const problem = `${key.env}: found ${text.length} characters, needed at most ${MOST_CHARS}. Correct it or unset it.`
    return { problem }
  }
  const found = key.secret ? `a value of ${text.length} characters` : JSON.stringify(text)
  const refuse = (needed: string) => ({
    problem: `${key.env}: found ${found}, needed ${needed}. Correct it or unset it.`,
  })
  switch (key.kind) {
    case 'number': {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
      if (value >= key.min && value <= key.max) return { value }
      return refuse(`a whole number from ${key.min} to ${key.max} (${key.unit})`)
    }
    case 'choice':
      return key.choices.includes(text) ? { value: text } : refuse(`one of ${key.choices.join(', ')}`)
    case 'text':
      if ((key.pattern && !key.pattern.test(text)) || (key.isBase && !URL.canParse(text)))
        return refuse(key.needed ?? 'another value')
      return { value: key.isBase ? text.replace(/(?<!\/)\/+$/, '') : text }
  }
}

function rawText(key: Key, environment: Environment): string | undefined {
  const direct = environment[key.env]?.trim()
  if (direct) return direct
  const file = key.secret ? environment[`${key.env}_FILE`] : undefined
  return file ? readFileSync(file, 'utf8').trim() : undefined
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** For the log at start; of secrets it shows only whether they are set. */
export function configSummary(config: Config): Record<string, unknown> {
  const summary: Record<string, unknown> = { mode: config.mode }
  for (const [name, key] of Object.entries<Key>(configKeys)) {
    const value = config[name as keyof Config]
    summary[key.env] = key.secret ? (value === undefined ? 'not set' : 'set') : (value ?? null)
  }
  return summary
}
