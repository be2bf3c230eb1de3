/** Words of the review of converted drafts. */
import type { Texts } from './text.ts'

export const reviewTexts = {
  review: ['Review', '审核'],
  about: ['the agent answers from it once it is applied', '应用之后智能体才据此回答'],
  pairs: ['Pairs of the draft', '草稿中的问答对'],
  pair: ['Pair', '问答对'],
  noPairs: ['The draft has no pairs', '草稿中没有问答对'],
  noDraft: ['Nothing to review', '没有待审核的内容'],
  noDraftWhy: [
    'The document has no draft: it was applied or discarded, or something newer took its place.',
    '该文档没有草稿：可能已应用、已放弃，或已被更新的内容取代。',
  ],
  toDocument: ['Go to the document', '查看文档'],
  place: ['{at} of {n}', '第 {at} / {n} 对'],
  pending: ['To decide', '待定'],
  approved: ['Approved', '已通过'],
  edited: ['Edited', '已编辑'],
  dropped: ['Dropped', '已舍弃'],
  held: ['Held back', '暂留'],
  heldWhy: ['A check held it back.', '检查未通过，已暂留。'],
  approve: ['Approve', '通过'],
  edit: ['Edit', '编辑'],
  drop: ['Drop', '舍弃'],
  reset: ['Undo', '撤销'],
  before: ['The one before (K)', '上一对 (K)'],
  next: ['The next one (J)', '下一对 (J)'],
  saveApprove: ['Save and approve', '保存并通过'],
  passage: ['In the document', '原文'],
  passageWhole: ['Its words are those of the file.', '文字与文件原文一致。'],
  passageDesk: [
    'Somebody at the desk answered so. There is no file to read it beside.',
    '由坐席人员如此回答，没有可对照的文件。',
  ],
  passageModel: [
    'A model wrote this pair from the place named above.',
    '此问答对由模型根据上述位置的内容撰写。',
  ],
  decided: ['{done} of {n} decided', '已决定 {done} / {n}'],
  nApproved: ['{n} approved', '{n} 通过'],
  nDropped: ['{n} dropped', '{n} 舍弃'],
  nHeld: ['{n} held back', '{n} 暂留'],
  approveRest: [{ one: 'Approve the {n} left', other: 'Approve the {n} left' }, '通过其余 {n} 对'],
  plan: ['See what changes', '查看变更'],
  planTitle: ['What applying the draft changes', '应用草稿后的变更'],
  apply: ['Apply', '应用'],
  applied: [
    { one: 'The document shows {n} pair now', other: 'The document shows {n} pairs now' },
    '文档现有 {n} 对',
  ],
  stillPending: [
    {
      one: '{n} pair is not decided yet. Decide it, then apply.',
      other: '{n} pairs are not decided yet. Decide them, then apply.',
    },
    '还有 {n} 对未决定。请先决定，再应用。',
  ],
  contradictions: [
    {
      one: '{n} pair asks nearly the same as another and answers otherwise',
      other: '{n} pairs ask nearly the same as another and answer otherwise',
    },
    '{n} 对与其他问题几乎相同，但答案不同',
  ],
  trial: ['What it changes for saved questions', '对已保存问题的影响'],
  set: ['Set of questions', '问题集'],
  noSets: [
    'Saved questions show here what the draft would change for users.',
    '保存问题集后，可在此查看草稿对用户的影响。',
  ],
  toTest: ['Save some under Test', '前往“测试”保存'],
  asking: [
    {
      one: 'Asking {n} question of “{name}”, now and with the draft…',
      other: 'Asking {n} questions of “{name}”, now and with the draft…',
    },
    '正在就“{name}”的 {n} 个问题比较当前知识与草稿…',
  ],
  otherwise: [
    {
      one: '{changed} of {n} question of “{name}” comes out otherwise with the draft.',
      other: '{changed} of {n} questions of “{name}” come out otherwise with the draft.',
    },
    '使用草稿后，“{name}”的 {n} 个问题中有 {changed} 个结果不同。',
  ],
  discard: ['Discard', '放弃'],
  discardTitle: ['Discard the draft of {name}?', '放弃 {name} 的草稿？'],
  discardDo: [{ one: 'Discard {n} pair', other: 'Discard {n} pairs' }, '放弃 {n} 对'],
  discardWhat: [
    'All {n} pairs of the draft go, and the {done} decisions made about them. What the document shows now stays. The file can be added again.',
    '草稿中的 {n} 对及已作出的 {done} 个决定都将丢失。文档当前内容保持不变，文件可以重新添加。',
  ],
  discarded: ['The draft of {name} is discarded', '{name} 的草稿已放弃'],
} as const satisfies Texts
