/** A command: its name, its purpose in a line, its options, and a function that prints through `Output`. */
import type { ParseArgsConfig } from 'node:util'
import type { Environment } from '@tandem/service/platform/config'
import { plain } from './readable-log.ts'

export interface Invocation {
  readonly args: readonly string[]
  readonly flags: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Environment
  readonly output: Output
}

export interface Command {
  readonly name: string
  /** How the arguments read: `<name>`. */
  readonly usage: string
  readonly says: string
  /** None unless said otherwise. */
  readonly argCount?: number
  readonly options?: NonNullable<ParseArgsConfig['options']>
  readonly run: (invocation: Invocation) => Promise<number>
}

export interface Output {
  readonly json: boolean
  /** The result: `data` with --json, else the lines. */
  result(data: unknown, lines: readonly string[]): void
  line(text: string): void
  problem(text: string): void
}

export function createOutput(
  json: boolean,
  write: (text: string) => void,
  writeError: (text: string) => void,
): Output {
  return {
    json,
    result: (data, lines) =>
      write(json ? `${JSON.stringify(data)}\n` : lines.map((line) => `${plain(line)}\n`).join('')),
    line: (text) => write(`${text}\n`),
    problem: (text) => writeError(json ? `${JSON.stringify({ error: text })}\n` : `${text}\n`),
  }
}
