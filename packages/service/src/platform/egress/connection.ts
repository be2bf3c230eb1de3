/** How far a connection, and the request on it, has come: the stages every failure is filed under. */
import type { Socket } from 'node:net'

type OpeningStage = 'resolve' | 'connect' | 'tls'

export type Stage = OpeningStage | 'send' | 'wait' | 'read'

/** The state of one connection slot; it is reset each time the slot connects anew. */
export interface Connection {
  stage: OpeningStage | 'open'
  socket: Socket | null
  openingAtMs: number
  resolvedAtMs: number
  connectedAtMs: number
  openAtMs: number
  /** Requests written since it opened; the first one is charged with the time to open it. */
  uses: number
  /** A request is under way on it, and no byte of its response has come. */
  awaitsHead: boolean
  /** Bytes read when its request began, how many more may come for that request, and who is told when there are more. */
  bytesBefore: number
  mostBytes: number
  user: { flooded(): void } | null
}

/** How long each stage took, as far as it came; null for those it did not come to, or did not need. */
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
