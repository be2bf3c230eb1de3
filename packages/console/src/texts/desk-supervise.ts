/** Words of supervision at the desk, and of reading conversations there. */
import type { Texts } from './text.ts'

export const deskSuperviseTexts = {
  adminsOnly: ['Supervision is for admins', '督导仅限管理员'],
  waitingNow: ['Waiting', '等待中'],
  longest: ['Longest wait', '最长等待'],
  talking: ['With a person', '人工接待中'],
  peopleHere: ['People here', '在岗人数'],
  people: ['People', '人员'],
  talks: ['Users', '用户'],
  noTalks: ['Nobody waits or talks to a person.', '没有用户在等待或与人工对话。'],
  giveTo: ['Who has {name}', '{name} 由谁接待'],
  nobody: ['in the queue', '队列中'],
  agent: ['Agent', '智能体'],
  search: ['Search in what was said', '搜索对话内容'],
  none: ['No conversation', '没有会话'],
  noneFits: ['No conversation has these words', '没有包含该内容的会话'],
  noneWhy: [
    'Conversations of your agents show here, newest first.',
    '您的智能体的会话在此显示，最新的在前。',
  ],
  aiHas: ['with the AI', '由 AI 应答'],
  personHas: ['handed over', '已转人工'],
  takeOver: ['Take over', '接管'],
  takeOverWhy: [
    'You take the user over from the AI, which says nothing until you close.',
    '您将从 AI 接管该用户；关闭前 AI 不会发言。',
  ],
  openTalk: ['Open', '打开'],
} as const satisfies Texts
