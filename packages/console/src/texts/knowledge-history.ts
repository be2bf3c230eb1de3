/** Words of the history of a document. */
import type { Texts } from './text.ts'

export const historyTexts = {
  none: ['No changes yet', '还没有变更'],
  choose: ['Choose a change to see what is different since', '选择一次变更，查看此后的差异'],
  add: ['Added', '添加'],
  replace: ['Replaced', '替换'],
  import: ['Imported from a file', '从文件导入'],
  convert: ['Converted from a file', '从文件转换'],
  apply: ['Draft applied', '应用草稿'],
  append: ['Pairs appended', '追加问答对'],
  add_pair: ['Pair added', '新增一对'],
  edit_pair: ['Pair edited', '编辑一对'],
  delete_pair: ['Pair deleted', '删除一对'],
  rollback: ['Gone back', '恢复'],
  live: ['live', '当前'],
  nobody: ['the service itself', '系统'],
  nPairs: [{ one: '{n} pair', other: '{n} pairs' }, '{n} 对'],
  plus: ['{n} new', '新增 {n}'],
  other: ['{n} changed', '改动 {n}'],
  minus: ['{n} gone', '移除 {n}'],
  since: ['What has changed since', '此后的变更'],
  isLive: ['This is what the document shows now', '这是文档的当前内容'],
  goBack: ['Go back to this', '恢复到此版本'],
  backTitle: ['Go back in {name}?', '恢复 {name}？'],
  backDo: [{ one: 'Go back to {n} pair', other: 'Go back to {n} pairs' }, '恢复为 {n} 对'],
  backWhat: [
    'What was done since is undone: {added} added, {changed} changed, {removed} removed. That is a change of its own, and can be undone as well.',
    '此后新增的 {added} 对将移除，改动的 {changed} 对恢复原文，移除的 {removed} 对重新出现。恢复本身也是一次变更，可以撤销。',
  ],
  isBack: [
    { one: 'The document shows {n} pair again', other: 'The document shows {n} pairs again' },
    '文档已恢复为 {n} 对',
  ],
} as const satisfies Texts
