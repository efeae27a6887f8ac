import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAxe } from '#a11y/audit/axe.ts';
import { inWords } from '#a11y/audit/finding.ts';
import type { PageFault } from '#a11y/faults/fault.ts';
import { pageFaults } from '#a11y/faults/page-faults.ts';
import { plantFault, takeBack } from '#a11y/faults/plant-fault.ts';
import { faultTable } from '#a11y/faults/table.ts';
import { walkFaults } from '#a11y/faults/walk-faults.ts';
import { runHitTest } from '#a11y/house/hit-test.ts';
import { runHouseRules } from '#a11y/house/house.ts';
import { notHeard } from '#a11y/spoken/seen-is-heard.ts';
import { readScreen } from '#a11y/spoken/virtual.ts';
import { region, text } from '#a11y/states/state.ts';
import { reach } from '#a11y/support/reach.ts';
import { startSite, type Site } from '#a11y/support/site.ts';
import { listen } from '#a11y/walks/listen.ts';
import { takeWalk } from '#a11y/walks/take.ts';
import { walks } from '#a11y/walks/walks.ts';

let site: Site;
let page: Page;
const screen = {
  name: 'Billing',
  member: 'owner',
  address: '/org/pro-payg/billing',
  steps: [],
  sees: [text('Spend cap is off.'), region('Past Invoices')],
  hears: [['Previous invoices', 'This is the first page.']],
} as const;

beforeAll(async () => {
  site = await startSite();
  page = await site.openApart('owner');
  await reach(page, site.origin, screen);
});
afterAll(() => site?.stop());

async function findings(caughtBy: PageFault['caughtBy']): Promise<string[]> {
  if (caughtBy === 'virtual screen reader') return notHeard(screen, await readScreen(page));
  if (caughtBy === 'hit test') return (await runHitTest(page)).findings.map(inWords);
  const result = caughtBy === 'axe-core' ? await runAxe(page) : await runHouseRules(page, true);
  return result.findings.map(inWords);
}

/** Findings of each check before any fault is seeded. All tests share them, because each test removes its fault. */
const foundBefore = new Map<PageFault['caughtBy'], Promise<string[]>>();
function before({ caughtBy }: PageFault): Promise<string[]> {
  const known = foundBefore.get(caughtBy) ?? findings(caughtBy);
  foundBefore.set(caughtBy, known);
  return known;
}

describe('a seeded fault of the page', () => {
  it.each(pageFaults.map((fault) => [fault.name, fault.caughtBy, fault] as const))('%s is caught by %s', async (_, __, fault) => {
    expect((await before(fault)).filter((found) => found.includes(fault.finding))).toEqual([]);
    await plantFault(page, fault);
    const found = await findings(fault.caughtBy);
    await takeBack(page);
    expect(found).toContainEqual(expect.stringContaining(fault.finding));
  });

  it('leaves nothing behind', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    expect((await runHouseRules(page, true)).findings).toEqual([]);
    expect(notHeard(screen, await readScreen(page))).toEqual([]);
  });
});

describe.concurrent('a seeded fault of behaviour', () => {
  it.each(walkFaults.map((fault) => [fault.name, fault] as const))(
    '%s is caught by a keyboard walk',
    async (_, { walk: name, script, finding }) => {
      const walk = walks.find((known) => known.name === name);
      if (!walk) throw new Error(`no walk "${name}"`);
      const separatePage = await site.openApart(walk.member);
      await listen(separatePage);
      await separatePage.addInitScript(script);
      const end = await takeWalk(separatePage, site.origin, walk, { patienceMs: 12_000 }).then(
        () => 'arrived',
        (error: unknown) => String(error),
      );
      await separatePage.context().close();
      expect(end).toContain(finding);
    },
  );
});

it('has at least forty faults, and a table that says what catches each', () => {
  expect(pageFaults.length + walkFaults.length).toBeGreaterThanOrEqual(40);
  expect(readFileSync('a11y/faults/FAULTS.md', 'utf8')).toBe(faultTable());
});
