/**
 * The whole map of the console: each area with its address, its place in the navigation, who may see it, and its page, which is
 * loaded when it is first opened, but for the first. To add an area, add its row.
 */
import type { Account } from '@tandem/sdk/source'
import {
  BookOpen,
  Bot,
  ChartNoAxesColumn,
  CircleHelp,
  FlaskConical,
  Headset,
  House,
  type LucideIcon,
  MessageSquare,
  MessagesSquare,
  Plug,
  ScrollText,
  Send,
  Settings,
  TestTubeDiagonal,
  UserRound,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { OverviewPage } from './pages/overview/OverviewPage.tsx'
import { paths } from './paths.ts'

export type Role = Account['role']
export type Group = 'answer' | 'talk' | 'connect' | 'manage'

/** Names of areas in the texts of the shell, in the order of the navigation. */
export type AreaName =
  | 'overview'
  | 'knowledge'
  | 'test'
  | 'unanswered'
  | 'conversations'
  | 'handoffs'
  | 'deliveries'
  | 'integration'
  | 'chat'
  | 'playground'
  | 'usage'
  | 'settings'
  | 'agents'
  | 'accounts'
  | 'audit'
  | 'profile'

export interface Area {
  readonly name: AreaName
  readonly icon: LucideIcon
  /** None: not in the navigation, or at its top. */
  readonly group?: Group
  /** Pattern of its addresses, for wouter. */
  readonly pattern: string
  /** Where the navigation leads; `agentId` is empty for areas that are for no agent. */
  readonly href: (agentId: string) => string
  readonly roles: readonly Role[]
  readonly page: ComponentType
  /** Loads the page ahead of its being shown; none: it comes with the console. */
  readonly load?: () => Promise<unknown>
  readonly isHidden?: boolean
}

const admins = ['admin'] as const
const readers = ['admin', 'developer', 'editor'] as const
/** Developers may open what the service lets them: integration, keys, deliveries, the playground. */
const developers = ['admin', 'developer'] as const
const everyone = ['admin', 'developer', 'editor', 'operator'] as const

/** Pages are loaded by their name: files have no default exports. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) => ({
  load,
  page: lazy(() => load().then((module) => ({ default: module[name] }))),
})

export const areas: readonly Area[] = [
  {
    name: 'overview',
    icon: House,
    pattern: '/a/:agent',
    href: paths.overview,
    roles: readers,
    // Where people begin: it waits for no file of its own.
    page: OverviewPage,
  },
  {
    name: 'knowledge',
    icon: BookOpen,
    group: 'answer',
    pattern: '/a/:agent/knowledge/*?',
    href: (agentId) => paths.knowledge(agentId),
    roles: readers,
    ...page(() => import('./pages/knowledge/KnowledgeArea.tsx'), 'KnowledgeArea'),
  },
  {
    name: 'test',
    icon: TestTubeDiagonal,
    group: 'answer',
    pattern: '/a/:agent/test/:set?',
    href: paths.test,
    roles: readers,
    ...page(() => import('./pages/test/TestPage.tsx'), 'TestPage'),
  },
  {
    name: 'unanswered',
    icon: CircleHelp,
    group: 'answer',
    pattern: '/a/:agent/unanswered',
    href: paths.unanswered,
    roles: readers,
    ...page(() => import('./pages/unanswered/UnansweredPage.tsx'), 'UnansweredPage'),
  },
  {
    name: 'conversations',
    icon: MessagesSquare,
    group: 'talk',
    pattern: '/a/:agent/conversations/:conversation?',
    href: paths.conversations,
    roles: readers,
    ...page(() => import('./pages/conversations/ConversationsPage.tsx'), 'ConversationsPage'),
  },
  {
    name: 'handoffs',
    icon: Headset,
    group: 'talk',
    pattern: '/a/:agent/handoffs/:handoff?',
    href: paths.handoffs,
    roles: developers,
    ...page(() => import('./pages/handoffs/HandoffsPage.tsx'), 'HandoffsPage'),
  },
  {
    name: 'deliveries',
    icon: Send,
    group: 'connect',
    pattern: '/a/:agent/deliveries/:delivery?',
    href: paths.deliveries,
    roles: developers,
    ...page(() => import('./pages/deliveries/DeliveriesPage.tsx'), 'DeliveriesPage'),
  },
  {
    name: 'integration',
    icon: Plug,
    group: 'connect',
    pattern: '/a/:agent/integration',
    href: paths.integration,
    roles: developers,
    ...page(() => import('./pages/integration/IntegrationPage.tsx'), 'IntegrationPage'),
  },
  {
    name: 'chat',
    icon: MessageSquare,
    group: 'connect',
    pattern: '/a/:agent/chat',
    href: paths.chat,
    roles: developers,
    ...page(() => import('./pages/chat/ChatPage.tsx'), 'ChatPage'),
  },
  {
    name: 'playground',
    icon: FlaskConical,
    group: 'connect',
    pattern: '/a/:agent/playground',
    href: paths.playground,
    roles: developers,
    ...page(() => import('./pages/playground/PlaygroundPage.tsx'), 'PlaygroundPage'),
  },
  {
    name: 'usage',
    icon: ChartNoAxesColumn,
    group: 'manage',
    pattern: '/a/:agent/usage',
    href: paths.usage,
    roles: developers,
    ...page(() => import('./pages/usage/UsagePage.tsx'), 'UsagePage'),
  },
  {
    name: 'settings',
    icon: Settings,
    group: 'manage',
    pattern: '/a/:agent/settings',
    href: paths.settings,
    roles: readers,
    ...page(() => import('./pages/agents/AgentSettingsPage.tsx'), 'AgentSettingsPage'),
  },
  {
    name: 'agents',
    icon: Bot,
    group: 'manage',
    pattern: '/agents/:new?',
    href: () => paths.agents,
    roles: readers,
    ...page(() => import('./pages/agents/AgentsPage.tsx'), 'AgentsPage'),
  },
  {
    name: 'accounts',
    icon: Users,
    group: 'manage',
    pattern: '/accounts/:account?',
    href: () => paths.accounts,
    roles: admins,
    ...page(() => import('./pages/accounts/AccountsPage.tsx'), 'AccountsPage'),
  },
  {
    name: 'audit',
    icon: ScrollText,
    group: 'manage',
    pattern: '/audit',
    href: () => paths.audit,
    roles: admins,
    ...page(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
  },
  {
    name: 'profile',
    icon: UserRound,
    isHidden: true,
    pattern: '/profile',
    href: () => paths.profile,
    roles: everyone,
    ...page(() => import('./pages/profile/ProfilePage.tsx'), 'ProfilePage'),
  },
]

export const groups: readonly Group[] = ['answer', 'talk', 'connect', 'manage']
