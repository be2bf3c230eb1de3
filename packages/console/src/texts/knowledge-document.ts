/** Words of one document: its pairs, its history, how it came about. */
import type { Texts } from './text.ts'

export const documentTexts = {
  count: ['{n}', '{n}'],
  source: ['Where it came from', '来源'],
  history: ['History', '历史'],
  replaceFile: ['Replace by a file', '用文件替换'],
  more: ['More', '更多'],
  delete: ['Delete the document', '删除文档'],
  deleteTitle: ['Delete {name}?', '删除 {name}？'],
  deleteDo: [
    { one: 'Delete it and its {n} pair', other: 'Delete it and its {n} pairs' },
    '删除文档及其 {n} 对',
  ],
  deleteWhat: [
    {
      one: 'Its {n} pair, its history and its draft go with it, and the agent no longer answers from them. Conversations keep what was said. This cannot be undone.',
      other:
        'Its {n} pairs, its history and its draft go with it, and the agent no longer answers from them. Conversations keep what was said. This cannot be undone.',
    },
    '其 {n} 对问答、历史和草稿将一并删除，智能体不再据此回答。已有会话内容会保留。此操作无法撤销。',
  ],
  deleted: ['{name} is deleted', '{name} 已删除'],
  question: ['Question', '问题'],
  answer: ['Answer', '答案'],
  discardTyped: ['Discard what I typed', '放弃已输入的内容'],
  noPairs: ['It shows no pairs', '没有问答对'],
  page: ['page {n}', '第 {n} 页'],
  byModel: ['written by a model', '由模型撰写'],
  draftWaits: [
    {
      one: '{n} pair was converted and waits for review. Until it is applied, the agent answers from what is below.',
      other:
        '{n} pairs were converted and wait for review. Until they are applied, the agent answers from what is below.',
    },
    '已转换 {n} 对，等待审核。应用之前，智能体仍按下方内容回答。',
  ],
  review: ['Review', '审核'],
  converting: [
    { one: 'Converting: {done} of {n} passage', other: 'Converting: {done} of {n} passages' },
    '转换中：{done} / {n} 段',
  ],
  reading: ['The file is being read.', '正在读取文件。'],
  failed: ['The conversion failed.', '转换失败。'],
  failedNext: ['Mend the file and replace it here.', '请修正文件并在此替换。'],
  partlyFailed: [
    {
      one: '{n} passage could not be put to the model; it is stored as it stands in the file.',
      other: '{n} passages could not be put to the model; they are stored as they stand in the file.',
    },
    '{n} 个段落未能由模型处理，已按文件原文保存。',
  ],
  retryPassages: ['Ask the model again', '再次询问模型'],
  id: ['Id', '编号'],
  madeFrom: ['Made from', '来源格式'],
  pairsGiven: ['pairs given directly', '直接提供的问答对'],
  fetchedFrom: ['Fetched from', '获取地址'],
  tokens: ['Tokens', '词元'],
  addedAt: ['Added', '添加时间'],
  changedAt: ['Changed', '修改时间'],
  failedPassages: ['Passages that failed', '失败的段落'],
  failedPassagesHow: ['stored as they stand in the file', '已按文件原文保存'],
  heldBack: [{ one: '{n} pair was held back', other: '{n} pairs were held back' }, '{n} 对被暂留'],
  heldBackHow: ['the text of the document does not bear it out', '文档内容不能佐证'],
} as const satisfies Texts
