/** Words of the beginning of a shift at the desk. */
import type { Texts } from './text.ts'

export const deskShiftTexts = {
  hello: ['Hello {name}', '您好，{name}'],
  waitNow: [
    { one: '{n} user waits for a person now.', other: '{n} users wait for a person now.' },
    '现在有 {n} 位用户在等待人工。',
  ],
  nobodyWaits: ['Nobody waits for a person now.', '现在没有用户在等待人工。'],
  alsoHere: ['Here already: {names}.', '已在岗：{names}。'],
  nobodyElse: ['Nobody else is here.', '暂无其他人在岗。'],
  noAgents: [
    'None of your agents is connected to the desk yet, so nobody will ring.',
    '您的智能体尚未接入坐席台，因此不会响铃。',
  ],
  sound: ['Sound', '声音'],
  soundWhy: [
    'When somebody waits it rings until they are taken. Browsers stay silent until you click once.',
    '有用户等待时会响铃，直到有人接待。浏览器需要您先点击一次才能发声。',
  ],
  soundDone: [
    'That is how it rings. Heard nothing? Check the volume of this machine.',
    '铃声如上。没听到？请检查设备音量。',
  ],
  playSound: ['Play the sound', '试听铃声'],
  playAgain: ['Play it again', '再听一次'],
  volume: ['Volume', '音量'],
  noSound: [
    'This browser gives no sound. The title of the tab and the notifications still tell you.',
    '此浏览器无法发声；标签页标题和通知仍会提醒您。',
  ],
  notifications: ['Notifications', '通知'],
  notify_default: [
    'Name and words of whoever waits, also while you are in another window.',
    '即使您在其他窗口，也会显示等待用户的名称和消息。',
  ],
  notify_granted: [
    'On: name and words show also while you are in another window.',
    '已开启：在其他窗口也会显示名称和消息。',
  ],
  notify_denied: [
    'Blocked by this browser. Allow them in the settings of the page, beside its address.',
    '已被浏览器阻止。请在地址栏旁的页面设置中允许。',
  ],
  notify_missing: [
    'This browser has none. Sound and the title of the tab still tell you.',
    '此浏览器不支持通知；声音和标签页标题仍会提醒您。',
  ],
  allow: ['Allow notifications', '允许通知'],
  start: ['Start the shift', '开始班次'],
  startSilent: ['Start without sound', '静音开始'],
  hereMeans: [
    'From then on you are “here”: users who ask for a person ring on this page.',
    '开始后您即为“在岗”：要求人工的用户会在此页面响铃。',
  ],
  lookOnly: ['Only look around', '仅查看'],
} as const satisfies Texts
