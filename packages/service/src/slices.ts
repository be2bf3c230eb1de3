/** Creates every slice, in the order of the ladder. */
import { Registry } from 'prom-client'
import type { Passwords } from './accounts/passwords.ts'
import { createSettings } from './agents/settings.ts'
import { createResponder } from './answering/compose/start-responder.ts'
import { createFileLinks } from './answering/files/file-links.ts'
import { createRetention } from './answering/removal/retention.ts'
import { createAnswering } from './answering/start-answering.ts'
import { createChatEvents } from './answering/web/events.ts'
import { createLive } from './conversations/live.ts'
import { SINK_PATH } from './delivery/sink/connect.ts'
import { createDelivery } from './delivery/start-delivery.ts'
import { createDesk } from './desk/start-desk.ts'
import { createHandoffs } from './handoff/handoffs.ts'
import type { StartSearch } from './knowledge/search/thread/ask-thread.ts'
import { createKnowledge } from './knowledge/start-knowledge.ts'
import { createLanes, laneSettings } from './lanes/lanes.ts'
import { configuredOrigins } from './models/endpoint.ts'
import { createModels } from './models/models.ts'
import type { Tokenizer } from './models/tokenizer.ts'
import { startBackground } from './platform/background.ts'
import { HOUR_MS } from './platform/clock.ts'
import type { Core } from './platform/core.ts'
import { parseAllowList } from './platform/egress/address-rules.ts'
import { createEgress } from './platform/egress/client.ts'
import type { OwnAddress } from './platform/egress/target.ts'
import type { SandboxOptions } from './platform/sandbox.ts'
import type { SecretBox } from './platform/secrets.ts'

export interface AppDeps extends Core {
  readonly box: SecretBox
  /** The key that seals addresses of files. */
  readonly fileKey: Buffer
  readonly adminToken: string
  readonly tokenizer: Tokenizer
  readonly passwords?: Passwords | undefined
  readonly startSearch?: StartSearch | undefined
  readonly startChild?: SandboxOptions['startChild']
}

export type Slices = ReturnType<typeof createSlices>

/** `origin` returns the address at which this machine reaches the service; undefined while it does not listen. */
export function createSlices(deps: AppDeps, origin: () => string | undefined) {
  const { config, clock, log, database } = deps
  const { publicUrl } = config
  const registry = new Registry()
  /** The address at which people reach the service. */
  const shownAt = () => publicUrl ?? origin() ?? ''
  /** The only part of itself to which this service sends. */
  function ownSinks(): OwnAddress | undefined {
    const own = origin()
    if (own === undefined) return undefined
    return { origin: own, knownAs: publicUrl ? [publicUrl, own] : [own], below: SINK_PATH }
  }
  const egress = createEgress({
    allow: parseAllowList(config.egressAllow ?? ''),
    configuredOrigins: configuredOrigins(config),
    connectionsPerOrigin: config.webhookConcurrency,
    own: ownSinks,
  })
  const models = createModels({ ...deps, egress })
  const lanes = createLanes({ ...deps, settings: laneSettings(config) })
  const delivery = createDelivery({ ...deps, lanes, egress, registry })
  const settings = createSettings(database, clock)
  const live = createLive(database)
  const knowledgeSlice = createKnowledge({ ...deps, lanes, egress, models, settings, registry })
  const { knowledge, search } = knowledgeSlice
  const responder = createResponder({ ...deps, ...knowledgeSlice.files, egress, search, models })
  const { respond } = responder
  const fileLinks = createFileLinks({ ...deps, publicUrl })
  const { linkTo, pathTo } = fileLinks
  const handoffs = createHandoffs({ ...deps, lanes, live, registry, delivery, linkTo })
  const linkForUser = (message: string, file: number) => `${shownAt()}${pathTo(message, file)}`
  const desk = createDesk({ ...deps, handoffs, delivery, knowledge, search, linkTo: pathTo, linkForUser })
  const { outbox, stats } = delivery
  const hasModel = models.chat !== undefined
  const replying = { lanes, outbox, stats, live, settings, handoffs, registry, hasModel, respond }
  const answering = createAnswering({ ...deps, ...replying })
  const { progress } = answering
  const chatEvents = createChatEvents({ database, clock, live, settings, progress, pathTo })
  const run = createRetention({ ...deps, knowledge })
  const retention = startBackground({ name: 'remove what is old', everyMs: HOUR_MS, clock, log, run })
  return {
    registry,
    shownAt,
    egress,
    models,
    lanes,
    delivery,
    settings,
    live,
    knowledgeSlice,
    responder,
    fileLinks,
    handoffs,
    desk,
    answering,
    chatEvents,
    retention,
  }
}
