/** The command `tandem`: finds the command that was asked for, reads its arguments, and runs it. */
import { parseArgs } from 'node:util'
import type { Environment } from '@tandem/service/platform/config'
import { type Command, createOutput } from './command.ts'
import {
  accountCreate,
  accountDisable,
  accountLink,
  accountList,
  accountPassword,
} from './commands/account.ts'
import { agentCreate, agentDelete, agentList } from './commands/agent.ts'
import { dev } from './commands/dev.ts'
import { keyCreate, keyRevoke } from './commands/key.ts'
import { migrateCommand } from './commands/migrate.ts'
import { modelInstall } from './commands/model.ts'
import { secretsRotate } from './commands/secrets.ts'
import { serve } from './commands/serve.ts'

export const commands: readonly Command[] = [
  dev,
  serve,
  migrateCommand,
  accountCreate,
  accountList,
  accountLink,
  accountPassword,
  accountDisable,
  agentCreate,
  agentList,
  agentDelete,
  keyCreate,
  keyRevoke,
  modelInstall,
  secretsRotate,
]

type Write = (text: string) => void

export async function main(
  argv: readonly string[],
  environment: Environment,
  write: Write = (text) => void process.stdout.write(text),
  writeError: Write = (text) => void process.stderr.write(text),
): Promise<number> {
  const output = createOutput(argv.includes('--json'), write, writeError)
  if (argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h') {
    output.result(
      { commands: commands.map(({ name, usage, says }) => ({ name, usage, says })) },
      helpLines(commands),
    )
    return argv.length === 0 ? 2 : 0
  }
  const command = commands.find(({ name }) => name.split(' ').every((word, i) => argv[i] === word))
  if (!command) {
    output.problem(
      `Command: found "${argv.slice(0, 2).join(' ')}", needed one of: ${commands.map(({ name }) => name).join(', ')}.`,
    )
    return 2
  }
  const parsed = argumentsOf(command, argv)
  if ('problem' in parsed) {
    output.problem(`Arguments: ${parsed.problem} Needed: ${usageOf(command)}`)
    return 2
  }
  const { positionals, values } = parsed
  try {
    if (values.help) {
      output.result({ usage: usageOf(command), says: command.says }, [usageOf(command), '', command.says])
      return 0
    }
    if (positionals.length < command.minArgs || positionals.length > command.maxArgs) {
      output.problem(`Arguments: found ${positionals.length}, needed: ${usageOf(command)}`)
      return 2
    }
    return await command.run({
      args: positionals,
      flags: values as Record<string, string | boolean>,
      environment,
      output,
    })
  } catch (error) {
    output.problem(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function argumentsOf(command: Command, argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, ...command.options },
      allowPositionals: true,
    })
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const usageOf = ({ name, usage }: Command) => `tandem ${name}${usage ? ` ${usage}` : ''} [--json]`

function helpLines(commands: readonly Command[]): string[] {
  const width = Math.max(...commands.map((command) => usageOf(command).length))
  return [
    'Tandem, the backend of a conversational agent.',
    '',
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.says}`),
    '',
    'Settings are environment variables: docs/configuration.md.',
  ]
}
