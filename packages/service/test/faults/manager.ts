/** `tandem serve` as a service manager runs it: started again whenever it ends, with the poison of `poison.ts` loaded into it. */
import { join } from 'node:path'
import type { Environment } from '../../src/platform/config.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { MESSAGE_PATH, requestOf } from '../answering/scene.ts'
import type { DeveloperServer } from '../harness/developer-server.ts'
import { startModelServer } from '../harness/model-server.ts'
import { COMMAND, type Ended, spawnProgram, type TandemProcess } from '../harness/process.ts'
import { type ApiAnswer, clientOf } from '../harness/service.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
/** Longer than anything else holds the event loop on a busy machine. */
export const STALL_LIMIT_MS = 3000
export const POISON = ['--import', join(import.meta.dirname, 'poison.ts')]

interface Body {
  readonly conversation_id: string
  readonly message_id: string
}

/** The answers that arrived in a conversation, each once, in order. */
export function arrivedIn({ requests }: DeveloperServer, conversation: string): string[] {
  const bodies = requests.map(({ json }) => json as Body)
  const own = bodies.filter(({ conversation_id }) => conversation_id === conversation)
  return [...new Set(own.map(({ message_id }) => message_id))]
}

export async function modelEnvironment() {
  const model = await startModelServer()
  return { model, env: { TANDEM_MODEL_BASE_URL: model.url, TANDEM_MODEL: 'scripted' } }
}

export interface Tenant {
  readonly id: string
  readonly key: string
}

export interface Manager extends AsyncDisposable {
  /** How each process that is gone has ended. */
  readonly ends: readonly Ended[]
  /** What all of them printed. */
  output(): string
  current(): TandemProcess
  /** Asks until there is an answer, whatever process gives it. */
  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer>
  newTenant(webhookUrl: string): Promise<Tenant>
  newConversation(tenant: Tenant): Promise<string>
  send(tenant: Tenant, conversation: string, text: string, mode?: string): Promise<ApiAnswer>
  items(): Promise<{ kind: string; state: string; last_error: string | null }[]>
  suspects(): Promise<{ strikes: number }[]>
  /** Drains it and starts it again. */
  restart(): Promise<void>
}

export async function startManaged(env: Environment): Promise<Manager> {
  const environment = {
    TANDEM_STALL_LIMIT_MS: String(STALL_LIMIT_MS),
    ...env,
    TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
    TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
    TANDEM_LOG_LEVEL: 'info',
  }
  const starts: TandemProcess[] = []
  const ends: Ended[] = []
  let isOver = false
  const start = () => {
    const process_ = spawnProgram(process.execPath, [...POISON, COMMAND, 'serve'], environment)
    starts.push(process_)
    void process_.ended.then((end) => {
      ends.push(end)
      if (!isOver) start()
    })
  }
  start()
  const current = () => starts.at(-1) as TandemProcess

  async function api(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer> {
    const deadline = performance.now() + 120_000
    for (;;) {
      const asked = current()
      try {
        const url = (await asked.printed(/"url":"(http:[^"]+)"[^\n]*"listening"/))[1] ?? ''
        return await clientOf(url).api(method, path, body, key)
      } catch (error) {
        if (performance.now() > deadline) throw error
        await asked.ended
      }
    }
  }
  const admin = (method: string, path: string, body: unknown) =>
    api(method, `/admin/v1${path}`, body, ADMIN_TOKEN)
  async function reading<T>(
    read: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
  ): Promise<T> {
    const database = await openDatabase(readConfig('serve', environment), createLog('silent'))
    try {
      return await read(database)
    } finally {
      await database.close()
    }
  }

  return {
    ends,
    output: () => starts.map(({ stdout }) => stdout()).join(''),
    current,
    api,
    async newTenant(webhookUrl) {
      const { json } = await admin('POST', '/agents', { name: 'Tenant' })
      const { id } = json.agent
      await admin('PUT', `/agents/${id}/message-webhook`, { url: webhookUrl })
      return { id, key: json.api_key }
    },
    async newConversation({ key }) {
      return (await api('POST', '/v1/conversation', { user_id: 'u' }, key)).json.conversation_id
    },
    send: ({ key }, conversation, text, mode = 'webhook') =>
      api('POST', MESSAGE_PATH, requestOf(mode, conversation, text, { short_term_memory: false }), key),
    items: () =>
      reading(({ q }) => q.selectFrom('lane_items').select(['kind', 'state', 'last_error']).execute()),
    suspects: () => reading(({ q }) => q.selectFrom('lane_runs').select('strikes').execute()),
    async restart() {
      await current().kill('SIGTERM')
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await current().kill('SIGKILL')
    },
  }
}
