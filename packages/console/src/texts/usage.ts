/** Words of the usage of an agent. */
import type { Texts } from './text.ts'

export const usageTexts = {
  about: ['answers, tokens and credits', '回答、token 与点数'],
  span: ['Time', '时间'],
  days: [{ one: 'Last day', other: 'Last {n} days' }, '最近 {n} 天'],
  answers: ['Answers', '回答'],
  tokens: ['Tokens', 'Token'],
  input: ['Input tokens', '输入 token'],
  output: ['Output tokens', '输出 token'],
  credits: ['Credits', '点数'],
  perDay: ['Per day', '按天'],
  day: ['Day (UTC)', '日期（UTC）'],
  before: ['vs previous', '较前一时段'],
  chart: ['Answers and tokens per day', '每天的回答数与 token 数'],
  none: ['No answers in this period', '此时段没有回答'],
  noneWhy: [
    'Ask the agent something in the playground, or open its chat page.',
    '可在演练场提问，或打开其聊天页。',
  ],
  toPlayground: ['Open the playground', '前往演练场'],
  export: ['Download as CSV', '下载 CSV'],
} as const satisfies Texts
