/** Puts a request to a developer's endpoint into its lane, inside the transaction of what caused it; `attempt.ts` sends it. */
import type { DeliveryKind } from '@tandem/contract/admin-deliveries'
import { messageGate, serviceGate } from '../agents/endpoints.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/handle.ts'
import { deliveryLifeMs } from './schedule.ts'

export interface Outbox {
  /** A message to the agent's message webhook; messages of one conversation arrive in the order of their commits. */
  message(tx: Tx, to: { agentId: string; conversationId: string }, body: unknown): Promise<Added>
  /** A request of the handoff protocol to a human service component, in order per handoff. */
  handoff(
    tx: Tx,
    to: { agentId: string; serviceId: string; handoffId: string },
    kind: Exclude<DeliveryKind, 'message'>,
    body: unknown,
    expiresAt?: number,
  ): Promise<Added>
  /** What still waits for the component need not wait any longer: its handoff has ended, so that it can only be given up. */
  handoffEnded(tx: Tx, to: { serviceId: string; handoffId: string }): Promise<void>
}

export function createOutbox(lanes: Lanes, clock: Clock): Outbox {
  return {
    message: (tx, { agentId, conversationId }, body) =>
      lanes.add(tx, {
        lane: `message:${agentId}:${conversationId}`,
        kind: 'message',
        gate: messageGate(agentId),
        tenant: agentId,
        subject: conversationId,
        body: JSON.stringify(body),
        expiresAt: clock.now() + deliveryLifeMs,
      }),
    handoff: (tx, { agentId, serviceId, handoffId }, kind, body, expiresAt) =>
      lanes.add(tx, {
        lane: handoffLane(serviceId, handoffId),
        kind,
        gate: serviceGate(serviceId),
        tenant: agentId,
        subject: handoffId,
        body: JSON.stringify(body),
        expiresAt: expiresAt ?? clock.now() + deliveryLifeMs,
      }),
    handoffEnded: (tx, { serviceId, handoffId }) => lanes.bringForward(tx, handoffLane(serviceId, handoffId)),
  }
}

export const handoffLane = (serviceId: string, handoffId: string) => `handoff:${serviceId}:${handoffId}`
