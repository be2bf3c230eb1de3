/** The admin contract of people: accounts with their roles, sessions, and the audit of what was done. */
import { z } from 'zod'
import { listQuery, nextCursor } from './admin.ts'
import { email, flag, id, optional, text, timeOf } from './fields.ts'
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
const agentsWords = 'The agents the account is for: "all", or their ids'
const roleWords = 'admin: everything; developer: integration; editor: knowledge; operator: the desk'
const deskWords = 'Whether the account also works at the desk; operators always do'

export const account = z
  .object({
    id: z.string().describe('Id of the account'),
    email: z.string().describe('Email address, in lower case'),
    name: z.string().describe('Name, for people'),
    role: z.enum(roles).describe(roleWords),
    agents: agentsOf().describe(agentsWords),
    desk: z.boolean().describe(deskWords),
    disabled: z.boolean().describe('Whether it is shut out'),
    has_password: z.boolean().describe('Whether it has a password; without one, links sign in'),
    created_at: timeOf('When it was made'),
  })
  .meta({ id: 'Account', description: 'The account of a person' })

export const accountCreateRequest = z
  .object({
    email: email().describe('Email address; upper and lower case are the same'),
    name: text(200).describe('Name, for people'),
    role: z.enum(roles).describe(roleWords),
    agents: agentsOf().describe(`${agentsWords}; an admin has "all"`),
    desk: optional(flag()).describe(deskWords),
    password: optional(newPassword()).describe('Password; without one, the link signs in'),
  })
  .meta({ id: 'AccountCreateRequest', description: 'Make an account' })

export const accountUpdateRequest = z
  .object({
    name: optional(text(200)).describe('New name'),
    role: optional(z.enum(roles)).describe(roleWords),
    agents: optional(agentsOf()).describe(agentsWords),
    desk: optional(flag()).describe(deskWords),
    disabled: optional(flag()).describe('true ends every session of the account at once'),
  })
  .meta({ id: 'AccountUpdateRequest', description: 'Change an account; what is omitted stays' })

const linkWords = 'Signs in once, within ten minutes; shown only now'
export const accountCreated = z
  .object({ account: account.describe('The account'), sign_in_link: z.string().describe(linkWords) })
  .meta({ id: 'AccountCreated', description: 'A new account and a link that signs in' })
export const accountAnswer = z
  .object({ account: account.describe('The account') })
  .meta({ id: 'AccountAnswer', description: 'One account' })
export const accountListQuery = z.object(listQuery)
export const accountList = z
  .object({ items: z.array(account).describe('Accounts, newest first'), next_cursor: nextCursor })
  .meta({ id: 'AccountList', description: 'Accounts' })
export const signInLink = z
  .object({ sign_in_link: z.string().describe(linkWords) })
  .meta({ id: 'SignInLink', description: 'A link that signs in' })

/** A code, or an email address with its password. */
const oneWayIn = z.superRefine<{ code?: string | undefined; email?: unknown; password?: unknown }>(
  ({ code, email, password }, ctx) => {
    if (code !== undefined || (email !== undefined && password !== undefined)) return
    const path = [email === undefined ? 'email' : 'password']
    ctx.addIssue({ code: 'custom', path, params: { needed: 'email and password, or code' } })
  },
)
export const signInRequest = z
  .object({
    email: optional(email()).describe('Email address of the account'),
    password: optional(givenPassword()).describe('Its password'),
    code: optional(text(200)).describe('What stands behind #code= in a sign-in link, in place of the two'),
  })
  .check(oneWayIn)
  .meta({ id: 'SignInRequest', description: 'Sign in with a password, or with the code of a link' })

export const passwordChangeRequest = z
  .object({
    password: newPassword().describe('The new password'),
    current_password: optional(givenPassword()).describe(
      'The password so far; not needed in a session that a link began, or where there was none',
    ),
  })
  .meta({ id: 'PasswordChangeRequest', description: 'Change the password; ends all other sessions' })

export const session = z
  .object({
    id: z.string().describe('Id of the session'),
    account_id: z.string().describe('Whose it is'),
    current: z.boolean().describe('Whether it is the one of this request'),
    created_at: timeOf('When it began'),
    last_used_at: timeOf('When it was last used, to the minute'),
    address: z.string().describe('Where it began'),
    user_agent: z.string().describe('The browser, as it names itself'),
  })
  .meta({ id: 'Session', description: 'One session of a person' })
export const sessionListQuery = z.object({
  account_id: optional(id()).describe('Sessions of this account: for admins; else the own ones'),
})
export const sessionList = z
  .object({ items: z.array(session).describe('Living sessions, newest first') })
  .meta({ id: 'SessionList', description: 'Sessions of an account' })

export const auditEntry = z
  .object({
    id: z.string().describe('Id of the entry'),
    at: timeOf('When it was done'),
    account_id: z.string().nullable().describe('Who did it; null for the admin token and the command line'),
    actor: z.string().describe('The email address of the account, "admin token" or "command line"'),
    action: z.string().describe('What was done: the operation id of the endpoint'),
    agent_id: z.string().nullable().describe('The agent it was done to; null for none'),
    target: z.string().nullable().describe('Id of the thing it was done to; null where it has none'),
    address: z.string().describe('Where the request came from; empty for the command line'),
  })
  .meta({ id: 'AuditEntry', description: 'Something that somebody did' })
export const auditQuery = z.object({
  account_id: optional(id()).describe('Only what this account did'),
  agent_id: optional(id()).describe('Only what was done to this agent'),
  action: optional(text(200)).describe('Only this action'),
  target: optional(id()).describe('Only what was done to this thing'),
  ...listQuery,
})
export const auditList = z
  .object({ items: z.array(auditEntry).describe('Entries, newest first'), next_cursor: nextCursor })
  .meta({ id: 'AuditList', description: 'What was done' })

export type Role = (typeof roles)[number]
export type Account = z.infer<typeof account>
export type AccountCreateRequest = z.infer<typeof accountCreateRequest>
export type AccountUpdateRequest = z.infer<typeof accountUpdateRequest>
export type SignInRequest = z.infer<typeof signInRequest>
export type Session = z.infer<typeof session>
