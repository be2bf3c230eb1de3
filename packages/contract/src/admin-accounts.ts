/** The admin contract of people: accounts with their roles, sessions, and the audit log. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { email, flag, id, optional, text, textOrNull, timeOf } from './fields.ts'
import { range, withNeeded } from './needed.ts'

export const roles = ['admin', 'developer', 'editor', 'operator'] as const

const PASSWORD_CHARS = { least: 8, most: 200 }
const AGENTS_NAMED = 1000

const newPassword = () => text(PASSWORD_CHARS.most, { min: PASSWORD_CHARS.least, blankAllowed: true })
const givenPassword = () => text(PASSWORD_CHARS.most, { blankAllowed: true })

const agentsOf = () =>
  withNeeded(
    z.union([z.literal('all'), z.array(id()).min(1).max(AGENTS_NAMED)]),
    `"all" or a list of ${range(1, AGENTS_NAMED)} ids of agents`,
  )
const agentsWords = 'Ids of the agents that the account has access to, or "all"'
const roleWords = 'admin: everything. developer: integration. editor: knowledge. operator: the desk'
const deskWords = 'Whether the account may also work at the desk; operators always may'

export const account = z
  .object({
    id: z.string().describe('Id of the account'),
    email: z.string().describe('Email address, in lower case'),
    name: z.string().describe('Name of the person'),
    role: z.enum(roles).describe(roleWords),
    agents: agentsOf().describe(agentsWords),
    desk: z.boolean().describe(deskWords),
    disabled: z.boolean().describe('Whether the account is disabled'),
    has_password: z
      .boolean()
      .describe('Whether the account has a password; without one the person signs in with links'),
    created_at: timeOf('When the account was created'),
  })
  .meta({ id: 'Account', description: 'The account of a person' })

export const accountCreateRequest = z
  .object({
    email: email().describe('Email address; upper and lower case do not differ'),
    name: text(200).describe('Name of the person'),
    role: z.enum(roles).describe(roleWords),
    agents: agentsOf().describe(`${agentsWords}; must be "all" for an admin`),
    desk: optional(flag()).describe(deskWords),
    password: optional(newPassword()).describe('Password; without one the person signs in with the link'),
  })
  .meta({ id: 'AccountCreateRequest', description: 'Create an account' })

export const accountUpdateRequest = z
  .object({
    name: optional(text(200)).describe('New name'),
    role: optional(z.enum(roles)).describe(roleWords),
    agents: optional(agentsOf()).describe(agentsWords),
    desk: optional(flag()).describe(deskWords),
    disabled: optional(flag()).describe('true disables the account and ends all its sessions at once'),
  })
  .meta({ id: 'AccountUpdateRequest', description: 'Change an account; an omitted field stays as it is' })

const linkWords = 'Link that signs in once, within ten minutes; shown only now'
export const accountCreated = z
  .object({ account: account.describe('The account'), sign_in_link: z.string().describe(linkWords) })
  .meta({ id: 'AccountCreated', description: 'A new account and its sign-in link' })
export const accountAnswer = z
  .object({ account: account.describe('The account') })
  .meta({ id: 'AccountAnswer', description: 'One account' })
export const accountListQuery = z.object(listQuery)
export const accountList = z
  .object({ items: z.array(account).describe('Accounts, newest first'), next_cursor: nextCursor })
  .meta({ id: 'AccountList', description: 'Accounts' })
export const signInLink = z
  .object({ sign_in_link: z.string().describe(linkWords) })
  .meta({ id: 'SignInLink', description: 'A sign-in link' })

/** Requires a code, or an email address and a password. */
const codeOrPassword = z.superRefine<{ code?: string | undefined; email?: unknown; password?: unknown }>(
  ({ code, email, password }, ctx) => {
    if (code !== undefined || (email !== undefined && password !== undefined)) return
    const path = [email === undefined ? 'email' : 'password']
    ctx.addIssue({ code: 'custom', path, params: { needed: 'email and password, or code' } })
  },
)
export const signInRequest = z
  .object({
    email: optional(email()).describe('Email address of the account'),
    password: optional(givenPassword()).describe('Password of the account'),
    code: optional(text(200)).describe(
      'Instead of email and password: the text after #code= in a sign-in link',
    ),
  })
  .check(codeOrPassword)
  .meta({ id: 'SignInRequest', description: 'Sign in with a password, or with the code of a link' })

export const passwordChangeRequest = z
  .object({
    password: newPassword().describe('The new password'),
    current_password: optional(givenPassword()).describe(
      'Current password; not needed if the session began with a link, or if the account has no password',
    ),
  })
  .meta({ id: 'PasswordChangeRequest', description: 'Change the password and end all other sessions' })

export const session = z
  .object({
    id: z.string().describe('Id of the session'),
    account_id: z.string().describe('Id of the account'),
    current: z.boolean().describe('Whether it is the session of this request'),
    created_at: timeOf('When the session began'),
    last_used_at: timeOf('When the session was last used, to the minute'),
    address: z.string().describe('Network address from which the person signed in'),
    user_agent: z.string().describe('User-Agent header of the browser'),
  })
  .meta({ id: 'Session', description: 'A session of a person' })
export const sessionListQuery = z.object({
  account_id: optional(id()).describe('Id of an account (admins only); if omitted, your own sessions'),
})
export const sessionList = z
  .object({ items: z.array(session).describe('Active sessions, newest first') })
  .meta({ id: 'SessionList', description: 'Sessions of an account' })

const auditEntry = z
  .object({
    id: z.string().describe('Id of the entry'),
    at: timeOf('Time of the action'),
    account_id: textOrNull('Id of the account; null for the admin token and the command line'),
    actor: z.string().describe('Email address of the account, "admin token" or "command line"'),
    action: z.string().describe('Operation id of the endpoint'),
    agent_id: textOrNull('Id of the agent concerned; null if there is none'),
    target: textOrNull('Id of the thing concerned; null if there is none'),
    address: z.string().describe('Network address of the caller; empty for the command line'),
  })
  .meta({ id: 'AuditEntry', description: 'An action in the audit log' })
export const auditQuery = z.object({
  account_id: optional(id()).describe('Only actions of this account'),
  agent_id: optional(id()).describe('Only actions that concern this agent'),
  action: optional(text(200)).describe('Only actions with this operation id'),
  target: optional(id()).describe('Only actions that concern the thing with this id'),
  ...listQuery,
})
export const auditList = z
  .object({ items: z.array(auditEntry).describe('Entries, newest first'), next_cursor: nextCursor })
  .meta({ id: 'AuditList', description: 'Entries of the audit log' })

export type Role = (typeof roles)[number]
export type Account = z.infer<typeof account>
export type AccountCreateRequest = z.infer<typeof accountCreateRequest>
export type AccountUpdateRequest = z.infer<typeof accountUpdateRequest>
export type SignInRequest = z.infer<typeof signInRequest>
export type Session = z.infer<typeof session>
