import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { openFront } from '#tests/bench/browser/fronts.ts';
import { timeOf, type Interaction } from '#tests/bench/browser/interaction.ts';
import { openPhone, settle, type Seen } from '#tests/bench/browser/phone.ts';
import { native } from '#tests/bench/browser/variants.ts';
import { median, p75 } from '#tests/bench/figure.ts';
import type { Run, Suite } from '#tests/bench/suite.ts';
import { folderWith, slug } from './many-projects.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer } from '#tests/support/built-server.ts';

const address = `/org/${slug}/billing`;

const foldButton = '#breakdown button[aria-label$=", working of Compute"]';
const fold = (isOpen: boolean): Interaction => ({
  name: isOpen ? 'fold Compute' : 'unfold Compute',
  act: (page) => page.locator(foldButton).click(),
  shows: [`${foldButton}[aria-expanded="${!isOpen}"]`],
});

interface Visit extends Seen {
  readonly answered: number;
  readonly bytes: number;
  readonly unfolds: readonly number[];
}

async function visit(browser: Browser, origin: string): Promise<Visit> {
  const phone = await openPhone(browser, { signInAt: origin });
  const { page } = phone;
  await page.goto(origin + address);
  await settle(page);
  const seen = await phone.seen();
  const { answered, bytes } = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return { answered: entry?.responseStart ?? 0, bytes: entry?.encodedBodySize ?? 0 };
  });
  const unfolds: number[] = [];
  await page.locator(foldButton).scrollIntoViewIfNeeded();
  await settle(page);
  for (let press = 0; press < 3; press += 1) {
    const isOpen = (await page.locator(foldButton).getAttribute('aria-expanded')) === 'true';
    const time = await timeOf(phone, fold(isOpen));
    if (!isOpen) unfolds.push(time);
    await settle(page);
  }
  await phone.close();
  return { ...seen, answered, bytes, unfolds };
}

async function floorFold(browser: Browser, origin: string): Promise<number> {
  const phone = await openPhone(browser);
  await phone.page.goto(`${origin}/bench/native`);
  const time = await timeOf(phone, { name: 'unfold', act: (page) => page.locator('#fold').click(), shows: ['#fold[aria-expanded=true]'] });
  await phone.close();
  return time;
}

async function firstLines(origin: string): Promise<number> {
  const signIn = await fetch(`${origin}/auth/sandbox`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ member: 'owner' }),
  });
  const cookie = signIn.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
  const answer = await fetch(`${origin}/platform/organizations/${slug}/billing/invoices/upcoming?breakdown_limit=50`, {
    headers: { Cookie: cookie.join('; '), Version: '2' },
  });
  if (!answer.ok) throw new Error(`The upcoming invoice answered ${answer.status}`);
  return gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length;
}

async function measure({ rounds, say }: Run) {
  const folders = [await folderWith(3), await folderWith(10_000)];
  const servers = await Promise.all(folders.map((folder) => startBuiltServer({ DATA_DIR: folder })));
  const [few, many] = servers.map(({ origin }) => origin) as [string, string];
  const floor = await openFront(few, await native());
  const browser = await launchBrowser();
  const visits: { few: Visit[]; many: Visit[] } = { few: [], many: [] };
  const floors: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const name of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const))
        visits[name].push(await visit(browser, name === 'few' ? few : many));
      floors.push(await floorFold(browser, floor.origin));
      say(`round ${round + 1} of ${rounds}`);
    }
    const ratios = visits.many.map(({ largest }, round) => largest / (visits.few[round]?.largest ?? Number.NaN));
    const smaller = visits.few.map(({ largest }) => largest);
    const sizes = (name: 'few' | 'many'): number[] => visits[name].map(({ bytes }) => bytes);
    const unfolds = visits.many.flatMap((each) => each.unfolds);
    return {
      figures: [
        {
          row: 'many-projects',
          of: '',
          value: median(ratios),
          samples: ratios,
          floor: { name: '3 projects', value: median(smaller), samples: smaller },
        },
        {
          row: 'many-projects-document',
          of: '',
          value: median(sizes('many')) / median(sizes('few')),
          remark: `${Math.round(median(sizes('many')))} bytes against ${Math.round(median(sizes('few')))}, brotli`,
        },
        {
          row: 'many-projects-fold',
          of: '',
          value: p75(unfolds),
          samples: unfolds,
          floor: { name: 'React with native elements, 50 rows', value: p75(floors), samples: floors },
        },
        { row: 'first-lines', of: '', value: await firstLines(many), floor: { name: '3 projects', value: await firstLines(few) } },
      ] as const,
      details: { visits },
    };
  } finally {
    await browser.close();
    await floor.stop();
    for (const server of servers) await server.stop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

export const projects: Suite = {
  name: 'projects',
  about: 'an organization of 10,000 projects against the same one with 3, on the embedded database',
  run: measure,
};
