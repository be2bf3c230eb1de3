/** The record of a connection: how far it, and the request on it, has come. Every failure names such a stage. */
import type { Socket } from 'node:net'

type OpeningStage = 'resolve' | 'connect' | 'tls'

export type Stage = OpeningStage | 'send' | 'wait' | 'read'

/** The state of one connection slot; it is reset each time the slot connects again. */
export interface Connection {
  stage: OpeningStage | 'open'
  socket: Socket | null
  openingAtMs: number
  resolvedAtMs: number
  connectedAtMs: number
  openAtMs: number
  /** The number of requests since it opened; the time to open it counts as part of the first. */
  uses: number
  /** A request was sent and no byte of its response has arrived. */
  awaitsHead: boolean
  /** The bytes read before the current request, the limit for this request, and its object, which is notified of an excess. */
  bytesBefore: number
  mostBytes: number
  user: { flooded(): void } | null
}

/** The duration of each stage; null for stages that were not reached or not needed. */
export type Phases = Record<Stage, number | null>

export const noPhases: Phases = {
  resolve: null,
  connect: null,
  tls: null,
  send: null,
  wait: null,
  read: null,
}

export function newConnection(): Connection {
  return {
    stage: 'connect',
    socket: null,
    openingAtMs: 0,
    resolvedAtMs: 0,
    connectedAtMs: 0,
    openAtMs: 0,
    uses: 0,
    awaitsHead: false,
    bytesBefore: 0,
    mostBytes: Number.POSITIVE_INFINITY,
    user: null,
  }
}
