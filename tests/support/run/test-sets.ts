import { readdirSync, readFileSync } from 'node:fs';
import { hasOtherNodes, otherNode } from '#tests/support/other-node.mjs';
import { isLongServerFile, longJourneys, translatedJourneys } from './long-files.ts';

export interface TestPart {
  readonly name: string;
  readonly projects: readonly string[];
  /** Test files. If the list is empty, the part runs all files of its projects, and the results are stored under the name of the part. */
  readonly files: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly node?: string;
}

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .toSorted();

/** Files that the short set runs on the embedded database. The long set also runs them on PostgreSQL. */
const ofPlatforms = (): string[] =>
  testFiles('tests/server').filter((file) => /\bon(EachStore|EachBillingStore|MoneyPlatform)\(/.test(readFileSync(file, 'utf8')));

/** Test files that also run on other Node versions: their code uses Node's sockets, streams, fetch, crypto or zlib. */
const sliceOfServer = [
  'webhooks/sending',
  'webhooks/endpoints',
  'headers',
  'openid',
  'traces',
  'invoices.test',
  'erasure/',
  'admin/keys',
  'money/top-up',
].map((name) => `tests/server/${name}`);

/** Parts that run on other Node versions. They take two minutes. To run all tests on Node 24, use `npm test -- --node 24`. */
function otherNodeParts(untested: string[]): TestPart[] {
  try {
    if (!hasOtherNodes) throw new Error('they are fetched for Linux on x64 only');
    return [
      { name: 'unit tests on Node 24', projects: ['unit'], files: [], node: otherNode(24) },
      {
        name: 'server on Node 22',
        projects: ['server'],
        files: testFiles('tests/server').filter((file) => sliceOfServer.some((start) => file.startsWith(start))),
        node: otherNode(22),
      },
    ];
  } catch (error) {
    untested.push(`Node 22 and 24 are not available from npm (${String(error)}): the tests ran on this Node only.`);
    return [];
  }
}

/** @param untested gets a sentence for each part that can't run on this machine */
export function longParts({ withBrowser, onOtherNodes }: { withBrowser: boolean; onOtherNodes: boolean }, untested: string[]): TestPart[] {
  const serverFolders = ['tests/histories', 'tests/simulation', 'tests/server'];
  return [
    {
      name: 'server on PostgreSQL',
      projects: ['server', 'server-long'],
      files: ofPlatforms(),
      environment: { TEST_STORES: 'rest' },
    },
    { name: 'long server', projects: ['server-long'], files: serverFolders.flatMap(testFiles).filter(isLongServerFile) },
    {
      // Uses a fixed seed and takes about a minute; `npm run reliability -- --only histories,engine-histories` tries new seeds.
      name: 'engine histories',
      projects: ['unit'],
      files: ['src/server/domain/histories.property.test.ts'],
      environment: { RELIABILITY_ENGINE_HISTORIES: '10000', RELIABILITY_SEED: '20260101' },
    },
    ...(onOtherNodes ? otherNodeParts(untested) : []),
    ...(withBrowser ? [{ name: 'translated pages', projects: ['translated'], files: [...translatedJourneys] }] : []),
    ...(withBrowser ? [{ name: 'screens', projects: ['design', 'long'], files: [...testFiles('tests/design'), ...longJourneys] }] : []),
  ];
}

export const shortParts = ({ withBrowser }: { withBrowser: boolean }): TestPart[] => [
  { name: 'unit and server', projects: ['unit', 'components', 'early', 'server'], files: [] },
  ...(withBrowser ? [{ name: 'journeys', projects: ['journeys'], files: [] }] : []),
];

export const unitParts = (): TestPart[] => [{ name: 'unit', projects: ['unit', 'components', 'early'], files: [] }];

/** Files of the long set that every CI run includes. They take about two minutes. */
export const coreOfLongSet: readonly string[] = [
  'tests/server/first-hour.test.ts',
  'tests/server/kills/kills.test.ts',
  'tests/simulation/simulation.test.ts',
  'tests/journeys/performance.test.ts',
];
