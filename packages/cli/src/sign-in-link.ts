/** Links that sign in to the console, and the account of `tandem dev`. */
import { createAudit } from '@tandem/service/accounts/audit'
import { createAccount, createLink, signInLink } from '@tandem/service/accounts/manage-accounts'
import { createPasswords } from '@tandem/service/accounts/passwords'
import { findAccountByEmail } from '@tandem/service/accounts/store'
import { systemClock } from '@tandem/service/platform/clock'
import type { Config } from '@tandem/service/platform/config'
import type { Database } from '@tandem/service/platform/database/handle'
import { runningAddress } from '@tandem/service/platform/running-address'

const DEV = { email: 'dev@tandem.local', name: 'Developer', role: 'admin', agents: 'all' } as const

/** A link to the public address, else to the address of the running service, else to the configured one. */
export function linkOf(config: Config, code: string): string {
  const { publicUrl, host, port, adminHost, adminPort, dataFolder } = config
  const configured = adminPort === 0 ? addressOf(host, port) : addressOf(adminHost, adminPort)
  return signInLink(publicUrl ?? runningAddress(dataFolder) ?? configured, code)
}

function addressOf(host: string, port: number): string {
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${named.includes(':') ? `[${named}]` : named}:${port}`
}

export const recordCommand = (
  database: Database,
  action: string,
  target: string,
  agentId: string | null = null,
) =>
  createAudit({ database, clock: systemClock })({
    account_id: null,
    actor: 'command line',
    action,
    agent_id: agentId,
    target,
    address: '',
  })

/** Creates the account at the first start. Undefined when the account was disabled since. */
export async function devLink(database: Database, url: string): Promise<string | undefined> {
  const deps = { database, clock: systemClock, passwords: createPasswords() }
  const known = await findAccountByEmail(database, DEV.email)
  if (known) {
    if (known.disabled_at !== null) return undefined
    const link = signInLink(url, await createLink(deps, known.id))
    await recordCommand(database, 'createSignInLink', known.id)
    return link
  }
  const { account, code } = await createAccount(deps, { ...DEV, desk: undefined, password: undefined })
  await recordCommand(database, 'createAccount', account.id)
  return signInLink(url, code)
}
