/** The shape of a command, and its output as text or JSON. */
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
  /** The arguments in the help, such as `<name>`. */
  readonly usage: string
  readonly says: string
  /** 0 when absent. */
  readonly argCount?: number
  readonly options?: NonNullable<ParseArgsConfig['options']>
  readonly run: (invocation: Invocation) => Promise<number>
}

export interface Output {
  readonly json: boolean
  /** Prints `data` with --json, else the lines. */
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
