/** Starts the service from a configuration: opens the database, migrates it, checks the keys, listens; and stops it. */
import { randomBytes } from 'node:crypto'
import type { Passwords } from './accounts/passwords.ts'
import { sealTokens } from './agents/reseal.ts'
import { type App, createApp } from './app.ts'
import type { StartSearch } from './knowledge/search/thread/ask-thread.ts'
import { thisMachine } from './lanes/lease.ts'
import { createTokenizer, type Tokenizer } from './models/tokenizer.ts'
import { startBackground } from './platform/background.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { type Config, configSummary } from './platform/config.ts'
import type { Database } from './platform/database/handle.ts'
import { migrate, newerSchema } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import { watchWrites } from './platform/database/watch-writes.ts'
import { parseAllowList } from './platform/egress/address-rules.ts'
import { explainStart } from './platform/explain-start.ts'
import { holdFolder } from './platform/hold-folder.ts'
import { checkKeyFits, readFileKey } from './platform/instance-keys.ts'
import type { Log } from './platform/log.ts'
import { keepAddress } from './platform/running-address.ts'
import type { SandboxOptions } from './platform/sandbox.ts'
import { createSecretBox, keptSecret, parseKeys, type SecretBox } from './platform/secrets.ts'
import { startWatchdog, type Watchdog } from './platform/watchdog.ts'

export interface Service {
  readonly app: App
  readonly database: Database
  readonly url: string
  /** The address of the console and the admin API. */
  readonly consoleUrl: string
  readonly adminToken: string
  /** Resolves when a newer Tandem has migrated the database: this process would misread it and must stop. */
  readonly superseded: Promise<void>
  /** Drains and closes within `graceMs`. */
  stop(graceMs?: number): Promise<void>
}

/** Parts that tests replace, because the real ones take longer than the test. */
export interface TestParts {
  readonly tokenizer?: Tokenizer
  readonly passwords?: Passwords
  readonly startSearch?: StartSearch
  readonly startChild?: SandboxOptions['startChild']
}

const STOP_GRACE_MS = 8000
const SCHEMA_LOOK_MS = 2000

export async function startService(
  config: Config,
  log: Log,
  clock: Clock = systemClock,
  parts: TestParts = {},
): Promise<Service> {
  try {
    return await start(config, log, clock, parts)
  } catch (error) {
    throw explainStart(error, config)
  }
}

async function start(config: Config, log: Log, clock: Clock, parts: TestParts): Promise<Service> {
  log.info(configSummary(config), 'starting')
  // A wrong range must fail the start, not the first webhook.
  parseAllowList(config.egressAllow ?? '')
  const database = watchWrites(await openDatabase(config, log), clock)
  let watchdog: Watchdog | undefined
  let begun: App | undefined
  let releaseFolder: (() => void) | undefined
  try {
    if (database.engine === 'sqlite') releaseFolder = holdOrWarn(config.dataFolder, log)
    const { to, applied, copy } = await migrate(database, clock.now())
    if (copy) log.info({ copy }, 'the database was copied before it was migrated')
    if (applied.length > 0) log.info({ schema: to, applied }, 'the database was migrated')
    const box = openSecretBox(config)
    await checkKeyFits(database, box)
    await sealTokens(database, box)
    const fileKey = await readFileKey(database, box)
    const adminToken = readAdminToken(config, log)
    watchdog = watch(config, database, log)
    const shared = { tokenizer: createTokenizer(), ...parts }
    const app = createApp({ config, log, clock, database, box, fileKey, adminToken, ...shared })
    begun = app
    await app.start()
    const url = await app.server.listen(config.host, config.port)
    const adminUrl = await app.adminServer?.listen(config.adminHost, config.adminPort)
    const consoleUrl = adminUrl ?? url
    const forgetAddress = keepAddress(config.dataFolder, consoleUrl)
    log.info({ url, ...(adminUrl ? { adminUrl } : {}), engine: database.engine }, 'listening')
    const { promise: superseded, resolve } = Promise.withResolvers<void>()
    const looking = startBackground({
      name: 'look for a newer schema',
      everyMs: SCHEMA_LOOK_MS,
      clock,
      log,
      async run() {
        const schema = await newerSchema(database)
        if (schema === undefined) return
        log.fatal({ schema, known: to }, 'a newer Tandem has migrated the database; this one must stop')
        resolve()
      },
    })
    return {
      app,
      database,
      url,
      consoleUrl,
      adminToken,
      superseded,
      async stop(graceMs = STOP_GRACE_MS) {
        log.info('stopping')
        forgetAddress()
        await looking.stop()
        await app.stop(graceMs)
        await database.close()
        releaseFolder?.()
        await watchdog?.stop()
        log.info('stopped')
      },
    }
  } catch (error) {
    await watchdog?.stop()
    // Servers and workers that have started would keep the process alive without a database.
    await begun?.stop(0).catch((fault) => log.error({ err: fault }, 'a failed start could not be cleaned up'))
    // Only the first error is reported.
    await database.close().catch(() => {})
    releaseFolder?.()
    throw error
  }
}

function holdOrWarn(folder: string, log: Log): (() => void) | undefined {
  const release = holdFolder(folder)
  if (!release)
    log.warn(
      { folder },
      'another Tandem runs on this data folder: changes made through one reach the other late; end one, or use PostgreSQL (DATABASE_URL)',
    )
  return release
}

/** Starts the watchdog; must be called before any work starts, because the item that hung the last process may run first. */
function watch({ stallLimitMs: limitMs }: Config, { location }: Database, log: Log): Watchdog | undefined {
  const recorder = new URL('./lanes/stall-store.ts', import.meta.url)
  return limitMs > 0 ? startWatchdog({ limitMs, location, host: thisMachine(), recorder, log }) : undefined
}

export function openSecretBox(config: Config): SecretBox {
  if (config.secretKeys !== undefined)
    return createSecretBox(parseKeys(config.secretKeys, 'TANDEM_SECRET_KEY'))
  const make = () => randomBytes(32).toString('base64')
  const read = () => parseKeys(keptSecret(config.dataFolder, 'secret.key', make).value, 'secret.key')
  return createSecretBox(read(), read)
}

function readAdminToken(config: Config, log: Log): string {
  if (config.adminToken !== undefined) return config.adminToken
  const { value, made } = keptSecret(config.dataFolder, 'admin-token', () =>
    randomBytes(24).toString('base64url'),
  )
  if (made) log.info({ file: 'admin-token' }, 'an admin token was made and kept in the data folder')
  return value
}
