/** `tandem account create|list|link|password|disable`: works on the database, whether the service runs or not. */
import { text } from 'node:stream/consumers'
import { type Account, accountCreateRequest, passwordChangeRequest } from '@tandem/contract/admin-accounts'
import {
  accountView,
  changeAccount,
  createAccount,
  createLink,
  requireAccountByEmail,
  setPassword,
} from '@tandem/service/accounts/manage-accounts'
import { createPasswords } from '@tandem/service/accounts/passwords'
import { listAccounts } from '@tandem/service/accounts/store'
import { systemClock } from '@tandem/service/platform/clock'
import type { Database } from '@tandem/service/platform/database/handle'
import { parse } from '@tandem/service/platform/http/parse'
import type { Command } from '../command.ts'
import { withDatabase } from '../open-store.ts'
import { linkOf, recordCommand } from '../sign-in-link.ts'

const SHOWN = 10_000
const ON_DATABASE = 'Works on the database, also while the service is stopped.'

const depsOf = (database: Database) => ({ database, clock: systemClock, passwords: createPasswords() })

const agentsLine = ({ agents }: Account, ofAll = '') =>
  agents === 'all' ? `all agents${ofAll}` : agents.join(',')

const linkLine = (link: string) => `Link     ${link}   (signs in once, within ten minutes)`

export const accountCreate: Command = {
  name: 'account create',
  usage: '<email> --role <role> [--name <name>] [--agents <id,id>]',
  says: `Makes an account (admin, developer, editor or operator) and a link that signs in. Without --agents it is for all agents. ${ON_DATABASE}`,
  argCount: 1,
  options: { role: { type: 'string' }, name: { type: 'string' }, agents: { type: 'string' } },
  run: ({ args: [email = ''], flags, environment, output }) =>
    withDatabase(environment, async (database, config) => {
      const agents = typeof flags.agents === 'string' ? flags.agents.split(',') : 'all'
      const asked = { email, name: flags.name ?? email.split('@')[0], role: flags.role, agents }
      const { account, code } = await createAccount(depsOf(database), parse(accountCreateRequest, asked))
      await recordCommand(database, 'createAccount', account.id)
      const link = linkOf(config, code)
      output.result({ account: accountView(account), sign_in_link: link }, [
        `Account  ${account.email} (${account.role})`,
        `Agents   ${agentsLine(accountView(account), account.role === 'admin' ? '' : '; --agents would name some')}`,
        linkLine(link),
      ])
      return 0
    }),
}

export const accountList: Command = {
  name: 'account list',
  usage: '',
  says: `Lists the accounts. ${ON_DATABASE}`,
  run: ({ environment, output }) =>
    withDatabase(environment, async (database) => {
      const items = (await listAccounts(database, { cursor: undefined, limit: SHOWN })).map(accountView)
      const lines = items.map(
        (account) =>
          `${account.email}  ${account.role}  ${agentsLine(account)}${account.disabled ? '  disabled' : ''}`,
      )
      output.result(
        { items },
        lines.length > 0
          ? lines
          : ['No accounts yet. Make one: tandem account create you@example.com --role admin'],
      )
      return 0
    }),
}

export const accountLink: Command = {
  name: 'account link',
  usage: '<email>',
  says: `Makes a link that signs in once, within ten minutes. ${ON_DATABASE}`,
  argCount: 1,
  run: ({ args: [email = ''], environment, output }) =>
    withDatabase(environment, async (database, config) => {
      const { id } = await requireAccountByEmail(database, email)
      const link = linkOf(config, await createLink(depsOf(database), id))
      await recordCommand(database, 'createSignInLink', id)
      output.result({ sign_in_link: link }, [linkLine(link)])
      return 0
    }),
}

export const accountPassword: Command = {
  name: 'account password',
  usage: '<email>',
  says: `Sets the password to the line on its standard input, and ends all sessions of the account. ${ON_DATABASE}`,
  argCount: 1,
  run: async ({ args: [email = ''], environment, output }) => {
    if (process.stdin.isTTY) output.problem('The new password, then Enter and Ctrl-D:')
    const given = (await text(process.stdin)).replace(/\r?\n$/, '')
    const { password } = parse(passwordChangeRequest, { password: given })
    return withDatabase(environment, async (database) => {
      const { id } = await requireAccountByEmail(database, email)
      await setPassword(depsOf(database), id, password)
      await recordCommand(database, 'changePassword', id)
      output.result({ email }, [`The password of ${email} is set; its sessions have ended.`])
      return 0
    })
  },
}

export const accountDisable: Command = {
  name: 'account disable',
  usage: '<email> [--enable]',
  says: `Shuts an account out and ends its sessions at once; --enable lets it in again. ${ON_DATABASE}`,
  argCount: 1,
  options: { enable: { type: 'boolean' } },
  run: ({ args: [email = ''], flags, environment, output }) =>
    withDatabase(environment, async (database) => {
      const { id } = await requireAccountByEmail(database, email)
      const account = await changeAccount(depsOf(database), id, { disabled: flags.enable !== true })
      await recordCommand(database, 'changeAccount', id)
      output.result({ account: accountView(account) }, [
        flags.enable === true ? `${account.email} may sign in again.` : `${account.email} is disabled.`,
      ])
      return 0
    }),
}
