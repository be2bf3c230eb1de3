/** The exports of `@tandem/sdk/testing`, the testing kit. */
export {
  createFakeTandem,
  type FakeDelivery,
  type FakeTandem,
  type FakeTandemOptions,
  type Fault,
} from './fake-tandem.ts'
export { type Bodies, createFixtures, type FixtureOptions, type Identity, type Kind } from './fixtures.ts'
