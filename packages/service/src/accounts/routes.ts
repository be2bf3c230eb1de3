/** HTTP of people: signing in and out, one's own password and sessions, accounts, and the audit log. */
import type { IncomingHttpHeaders } from 'node:http'
import {
  accountCreateRequest,
  accountListQuery,
  accountUpdateRequest,
  auditQuery,
  passwordChangeRequest,
  type Session,
  sessionListQuery,
  signInRequest,
} from '@tandem/contract/admin-accounts'
import { Fault, parameterFault } from '../platform/fault.ts'
import { idOf, pageOf } from '../platform/http/cursor.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, type Person, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { type Audit, actorOf } from './audit.ts'
import { checkSameOrigin } from './guard.ts'
import {
  accountView,
  changeAccount,
  createAccount,
  createLink,
  requireAccount,
  setPassword,
  signInLink,
} from './manage-accounts.ts'
import type { Passwords } from './passwords.ts'
import { cookieFor, isLoopbackHost, livingSince, type SessionDeps } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { deleteSession, listAccounts, listAudit, listSessions } from './store.ts'

interface AccountHandlerDeps extends SessionDeps {
  readonly passwords: Passwords
  readonly audit: Audit
  readonly publicUrl: string | undefined
}

export function accountHandlers(deps: AccountHandlerDeps) {
  const { database, clock, audit, publicUrl } = deps
  const { checkPassword, signIn } = createSignIn(deps)
  const accountId = (call: Call) => pathParam(call, 'accountId')
  const linkFor = (call: Call, code: string) => signInLink(publicUrl ?? addressIn(call.headers), code)

  /** With `ofAccount`, only a session of that account is ended. Returns whether one was ended. */
  function endSession(id: string, ofAccount: string | undefined): Promise<boolean> {
    return database.transaction('accounts: end session', async (tx) => {
      const accountId = await deleteSession(tx, id, ofAccount)
      if (accountId === undefined) return false
      tx.afterCommit(() => database.announcements.notify('account', { accountId }))
      return true
    })
  }

  return {
    async signIn(call: Call): Promise<RouteResponse> {
      const { headers, address } = call
      // Programs send neither header; a browser always sends them for a page of another site.
      if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
        checkSameOrigin(headers, publicUrl)
      const from = { address, userAgent: headers['user-agent'] }
      const { account, sessionId, token } = await signIn(parse(signInRequest, call.body), from)
      const who = actorOf({ accountId: account.id, email: account.email })
      await audit({ ...who, action: 'signIn', agent_id: null, target: sessionId, address })
      return { json: { account: accountView(account) }, headers: cookieFor(headers, token) }
    },
    async getSession(call: Call): Promise<RouteResponse> {
      const { accountId } = personIn(call)
      const account = accountView(await requireAccount(database, accountId))
      return { json: { account } }
    },
    async signOut(call: Call): Promise<RouteResponse> {
      const { sessionId, accountId } = personIn(call)
      await endSession(sessionId, accountId)
      return { status: 204, headers: cookieFor(call.headers) }
    },
    async changePassword(call: Call): Promise<RouteResponse> {
      const { email, accountId, sessionId, isByLink } = personIn(call)
      const { password, current_password: current } = parse(passwordChangeRequest, call.body)
      const account = await requireAccount(database, accountId)
      if (account.password !== null && !isByLink) {
        if (current === undefined) throw parameterFault('current_password', 'nothing', 'the password so far')
        await checkPassword(email, current, call.address)
      }
      await setPassword(deps, accountId, password, sessionId)
      return { status: 204 }
    },

    async listSessions(call: Call): Promise<RouteResponse> {
      const { person } = call.caller
      const { account_id: asked = person?.accountId } = parse(sessionListQuery, call.query)
      if (asked === undefined) throw parameterFault('account_id', 'nothing', 'the id of an account')
      if (asked !== person?.accountId) requireAdmin(person)
      const rows = await listSessions(database, asked, livingSince(clock.now()))
      const items = rows.map(
        ({ token_hash: _hash, by_link: _link, ...shown }): Session => ({
          ...shown,
          current: shown.id === person?.sessionId,
        }),
      )
      return { json: { items } }
    },
    async endSession(call: Call): Promise<RouteResponse> {
      const id = pathParam(call, 'sessionId')
      const { person } = call.caller
      const isAdmin = person === undefined || person.role === 'admin'
      if (!(await endSession(id, isAdmin ? undefined : person.accountId)))
        throw new Fault('notFound', `There is no session with the id ${id.slice(0, 60)}.`)
      return { status: 204 }
    },

    async create(call: Call): Promise<RouteResponse> {
      const { account, code } = await createAccount(deps, parse(accountCreateRequest, call.body))
      return { status: 201, json: { account: accountView(account), sign_in_link: linkFor(call, code) } }
    },
    async list(call: Call): Promise<RouteResponse> {
      const { limit, cursor } = parse(accountListQuery, call.query)
      const rows = await listAccounts(database, { cursor, limit: limit + 1 })
      return { json: pageOf(rows, limit, accountView, idOf) }
    },
    async get(call: Call): Promise<RouteResponse> {
      return { json: { account: accountView(await requireAccount(database, accountId(call))) } }
    },
    async change(call: Call): Promise<RouteResponse> {
      const change = parse(accountUpdateRequest, call.body)
      return { json: { account: accountView(await changeAccount(deps, accountId(call), change)) } }
    },
    async createLink(call: Call): Promise<RouteResponse> {
      const code = await createLink(deps, accountId(call))
      return { status: 201, json: { sign_in_link: linkFor(call, code) } }
    },

    async audit(call: Call): Promise<RouteResponse> {
      const { limit, ...filter } = parse(auditQuery, call.query)
      const rows = await listAudit(database.scanReader, { cursor: undefined, ...filter, limit: limit + 1 })
      return { json: pageOf(rows, limit, (row) => row, idOf) }
    },
  }
}

function personIn({ caller }: Call): Person {
  if (caller.person) return caller.person
  throw new Fault(
    'notFound',
    'The admin token has no session. Sign in with an account: POST /admin/v1/session.',
  )
}

function requireAdmin(person: Person | undefined): void {
  if (person !== undefined && person.role !== 'admin')
    throw new Fault('forbidden', 'Only an admin sees the sessions of others.')
}

/** The address at which the caller reached this service, for links. */
function addressIn({ host = '127.0.0.1' }: IncomingHttpHeaders): string {
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${host}`
}
