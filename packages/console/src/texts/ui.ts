/** Words of the components that every area uses. */
import type { Texts } from './text.ts'

export const uiTexts = {
  loading: ['Loading…', '加载中…'],
  retry: ['Try again', '重试'],
  failed: ['Something went wrong', '出错了'],
  notReached: ['The service does not respond', '服务没有响应'],
  forbidden: ['Your account may not see this', '您的账户无权查看'],
  gone: ['Not found', '此处没有内容'],
  requestId: ['Request id', '请求编号'],
  cancel: ['Cancel', '取消'],
  close: ['Close', '关闭'],
  save: ['Save', '保存'],
  saved: ['Saved', '已保存'],
  create: ['Create', '创建'],
  delete: ['Delete', '删除'],
  edit: ['Edit', '编辑'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  copyId: ['Copy id {id}', '复制编号 {id}'],
  all: ['All', '全部'],
  none: ['None', '无'],
  time: ['Time', '时间'],
  search: ['Search', '搜索'],
  clear: ['Clear', '清除'],
  clearFilters: ['Clear the filters', '清除筛选'],
  back: ['Back', '返回'],
} as const satisfies Texts
