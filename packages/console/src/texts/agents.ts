/** Words of the list of agents and of the settings of one. */
import type { Texts } from './text.ts'

export const agentTexts = {
  about: ['each with its own knowledge, keys and conversations', '各有独立的知识、密钥和会话'],
  name: ['Name', '名称'],
  id: ['Id', '编号'],
  made: ['Created', '创建时间'],
  changed: ['Updated', '修改时间'],
  new: ['New agent', '新建智能体'],
  newHint: [
    'A name for people, such as the shop or the product it answers for.',
    '便于识别的名称，例如其所服务的店铺或产品。',
  ],
  create: ['Create agent', '创建智能体'],
  made1: ['{name} is ready', '{name} 已就绪'],
  keyOnce: [
    'This is its first API key. It is shown only now: keep it where your server can read it.',
    '这是它的首个 API 密钥，仅显示这一次：请保存到您的服务器可以读取的地方。',
  ],
  apiKey: ['API key', 'API 密钥'],
  toAgent: ['Go to the agent', '进入智能体'],
  none: ['No agent yet', '还没有智能体'],
  noneWhy: [
    'An agent has its own knowledge, keys, webhooks and conversations. Create one to begin.',
    '每个智能体有自己的知识、密钥、Webhook 和会话。请先创建一个。',
  ],
  noneYours: [
    'Your account has access to no agent yet. Ask an admin.',
    '您的账户尚未分配智能体，请联系管理员。',
  ],
  search: ['Search by name', '按名称搜索'],
  noneFits: ['No agent has “{q}” in its name', '没有名称包含“{q}”的智能体'],
} as const satisfies Texts
