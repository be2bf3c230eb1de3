/** Service hours: in their own time zone, on days when the clocks change, past midnight and over holidays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceHours } from '@tandem/contract/human-service-options'
import { inWords, isOpen, nextOpening } from '../../src/handoff/service-hours.ts'

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const
const hours = (zone: string, more: Partial<ServiceHours> = {}): ServiceHours => ({
  time_zone: zone,
  weekly: [{ days: [...workdays], from: '09:00', to: '17:30' }],
  closed_dates: [],
  ...more,
})
const at = (text: string) => Date.parse(text)

test('without hours people are always there', () => {
  assert.equal(isOpen(null, 0), true)
  assert.equal(nextOpening(null, 5), 5)
})

test('hours count in the component’s time zone, from their first minute to before their last', () => {
  const berlin = hours('Europe/Berlin')
  assert.equal(isOpen(berlin, at('2026-11-16T07:59:59Z')), false)
  assert.equal(isOpen(berlin, at('2026-11-16T08:00:00Z')), true)
  assert.equal(isOpen(berlin, at('2026-11-16T16:29:59Z')), true)
  assert.equal(isOpen(berlin, at('2026-11-16T16:30:00Z')), false)
  const shanghai = hours('Asia/Shanghai')
  assert.equal(isOpen(shanghai, at('2026-11-16T01:00:00Z')), true)
  assert.equal(isOpen(shanghai, at('2026-11-15T01:00:00Z')), false, 'a Sunday')
})

test('the next opening skips evenings, weekends and holidays', () => {
  const berlin = hours('Europe/Berlin', { closed_dates: ['2026-12-25', '2026-12-28'] })
  assert.equal(nextOpening(berlin, at('2026-11-16T05:00:00Z')), at('2026-11-16T08:00:00Z'))
  assert.equal(nextOpening(berlin, at('2026-11-13T20:00:00Z')), at('2026-11-16T08:00:00Z'))
  assert.equal(nextOpening(berlin, at('2026-12-24T20:00:00Z')), at('2026-12-29T08:00:00Z'))
  assert.equal(nextOpening(berlin, at('2026-11-16T09:00:00Z')), at('2026-11-16T09:00:00Z'), 'open now')
  assert.equal(nextOpening(hours('UTC', { weekly: [] }), at('2026-11-16T09:00:00Z')), null)
})

test('on the days the clocks change nine o’clock is nine o’clock', () => {
  const everyDay = [...workdays, 'sat', 'sun'] as const
  const daily = (zone: string, from: string, to: string) =>
    hours(zone, { weekly: [{ days: [...everyDay], from, to }] })
  const berlin = daily('Europe/Berlin', '09:00', '17:00')
  // Clocks go forward on 29 March and back on 25 October 2026.
  assert.equal(nextOpening(berlin, at('2026-03-28T20:00:00Z')), at('2026-03-29T07:00:00Z'))
  assert.equal(nextOpening(berlin, at('2026-03-27T20:00:00Z')), at('2026-03-28T08:00:00Z'))
  assert.equal(nextOpening(berlin, at('2026-10-24T20:00:00Z')), at('2026-10-25T08:00:00Z'))
  // 02:30 does not exist on 29 March: people are there when the clocks have been put forward.
  const night = daily('Europe/Berlin', '02:30', '05:00')
  assert.equal(nextOpening(night, at('2026-03-29T00:00:00Z')), at('2026-03-29T01:00:00Z'))
  assert.equal(isOpen(night, at('2026-03-29T00:59:59Z')), false)
  assert.equal(isOpen(night, at('2026-03-29T01:00:00Z')), true)
  // 02:30 comes twice on 25 October: the first one counts.
  assert.equal(nextOpening(night, at('2026-10-25T00:00:00Z')), at('2026-10-25T00:30:00Z'))
  const newYork = daily('America/New_York', '09:00', '17:00')
  assert.equal(nextOpening(newYork, at('2026-03-08T05:00:00Z')), at('2026-03-08T13:00:00Z'))
  const lordHowe = daily('Australia/Lord_Howe', '09:00', '17:00')
  assert.equal(nextOpening(lordHowe, at('2026-10-03T12:00:00Z')), at('2026-10-03T22:00:00Z'))
})

test('hours may go on past midnight, and round the clock', () => {
  const late = hours('UTC', { weekly: [{ days: ['fri'], from: '22:00', to: '06:00' }] })
  assert.equal(isOpen(late, at('2026-11-13T23:00:00Z')), true)
  assert.equal(isOpen(late, at('2026-11-14T05:59:00Z')), true)
  assert.equal(isOpen(late, at('2026-11-14T06:00:00Z')), false)
  assert.equal(isOpen(late, at('2026-11-14T23:00:00Z')), false)
  const round = hours('UTC', { weekly: [{ days: ['sat'], from: '00:00', to: '24:00' }] })
  assert.equal(isOpen(round, at('2026-11-14T00:00:00Z')), true)
  assert.equal(isOpen(round, at('2026-11-14T23:59:59Z')), true)
  assert.equal(isOpen(round, at('2026-11-15T00:00:00Z')), false)
})

test('the opening is said in the user’s language with its time zone', () => {
  const berlin = hours('Europe/Berlin')
  const monday = at('2026-11-16T08:00:00Z')
  assert.match(inWords(monday, berlin, 'en'), /Monday.*November.*16.*09:00|Monday, November 16 at 09:00/)
  assert.match(inWords(monday, berlin, 'de'), /Montag.*16\. November.*09:00/)
  assert.match(inWords(monday, berlin, 'zh'), /星期一/)
  assert.match(inWords(monday, berlin, 'xx-unknown'), /Monday/)
})

test('many hours cost few conversions of the time zone, also on days when the clocks change', (t) => {
  const converted = t.mock.method(Intl.DateTimeFormat.prototype, 'formatToParts')
  const weekly = Array.from({ length: 50 }, (_, n) => {
    const minute = String(n).padStart(2, '0')
    return {
      days: ['mon', 'sun'] as ServiceHours['weekly'][number]['days'],
      from: `08:${minute}`,
      to: `09:${minute}`,
    }
  })
  const many = hours('America/Santiago', { weekly })
  const now = at('2026-09-06T13:00:00Z')
  for (let n = 0; n < 100; n++) assert.equal(nextOpening(many, now), at('2026-09-07T11:00:00Z'))
  assert.ok(converted.mock.callCount() < 500, `${converted.mock.callCount()} conversions`)
})

test('the hours of every day of two years begin when the wall clock shows their time, in any time zone', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ]
  for (const zone of [...zones, 'Africa/Casablanca', 'America/Santiago', 'Africa/Cairo']) {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    for (let day = at('2026-01-01T00:00:00Z'); day < at('2028-01-01T00:00:00Z'); day += 86_400_000) {
      const open = nextOpening(daily(zone, '12:00'), day) ?? 0
      assert.match(shown.format(open), / 12:00$/)
      assert.ok(open >= day && open <= day + 90_000_000)
    }
  }
})

const daily = (zone: string, from: string) =>
  hours(zone, { weekly: [{ days: [...workdays, 'sat', 'sun'], from, to: '12:01' }] })
