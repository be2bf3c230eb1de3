/** What `import … from '@tandem/sdk/testing'` gives: the one entrance of the testing kit. */
export {
  createFakeTandem,
  type FakeDelivery,
  type FakeTandem,
  type FakeTandemOptions,
  type Fault,
} from './fake-tandem.ts'
export { type Bodies, createFixtures, type FixtureOptions, type Identity, type Kind } from './fixtures.ts'
