/** The entry point of `tandem`: finds the command, reads its arguments, and runs it. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Environment } from '@tandem/service/platform/config'
import { type Command, createOutput, type Output } from './command.ts'
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
  if (argv[0] === '--version' || argv[0] === '-v') {
    const version = readVersion()
    output.result({ version }, [version])
    return 0
  }
  const isHelpWord = argv[0] === 'help'
  const asked = wordsOf(isHelpWord ? argv.slice(1) : argv)
  const command = commands.find(({ name }) => name.split(' ').every((word, i) => asked[i] === word))
  const group = commands.filter(({ name }) => asked.length === 0 || name.split(' ')[0] === asked[0])
  const wantsHelp = argv.length === 0 || isHelpWord || argv.some(isHelp)
  if (wantsHelp && (command || group.length > 0)) {
    printHelp(output, command, group)
    return argv.length === 0 ? 2 : 0
  }
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
    if (positionals.length !== (command.argCount ?? 0)) {
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

/** The words before the first option. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const option = argv.findIndex((word) => word.startsWith('-'))
  return option === -1 ? argv : argv.slice(0, option)
}

const isHelp = (word: string) => word === '--help' || word === '-h'

/** Prints the help of the command, else of the commands with the same first word, else of all. */
function printHelp(output: Output, command: Command | undefined, group: readonly Command[]): void {
  if (command)
    output.result({ usage: usageOf(command), says: command.says }, [usageOf(command), '', command.says])
  else
    output.result(
      { commands: group.map(({ name, usage, says }) => ({ name, usage, says })) },
      helpLines(group),
    )
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return version
}

function argumentsOf(command: Command, argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.slice(command.name.split(' ').length),
      options: { json: { type: 'boolean' }, ...command.options },
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
    'tandem <command> --help shows one command, tandem --version the version.',
    'Settings are environment variables: docs/configuration.md.',
  ]
}
