/** Actions to narrow the audit by, the operation ids that people look for most. Any other can stand in the address. */
import type { AuditAction } from '../../texts/audit.ts'

export const auditActions: readonly AuditAction[] = [
  'signIn',
  'signOut',
  'changePassword',
  'createAccount',
  'changeAccount',
  'createSignInLink',
  'createAgent',
  'updateAgent',
  'deleteAgent',
  'changeAgentSettings',
  'createApiKey',
  'revokeApiKey',
  'setMessageWebhook',
  'deleteMessageWebhook',
  'createHumanService',
  'updateHumanService',
  'deleteHumanService',
  'replayDelivery',
  'replayDeliveries',
  'applyDraft',
  'rollbackDocument',
  'answerUnanswered',
  'adminRemoveConversation',
]
