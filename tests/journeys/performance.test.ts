import { randomBytes } from 'node:crypto';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFront, type Front, type Variant } from '#tests/bench/browser/fronts.ts';
import { loadOnce, sum } from '#tests/bench/browser/load-once.ts';
import { product, withoutScripts } from '#tests/bench/browser/variants.ts';
import { median } from '#tests/bench/figure.ts';
import { failuresOf } from '#tests/bench/gates.ts';
import type { Measured } from '#tests/bench/suite.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startBuiltServer, type BuiltServer } from '#tests/support/built-server.ts';

// Benchmark gates for every change: bytes and ratios. Each gate must detect a seeded fault.

const address = '/org/pro-payg/billing';
const rounds = 3;

let browser: Browser;
let server: BuiltServer;
const fronts: Front[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startBuiltServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  for (const front of fronts) await front.stop();
  await server?.stop();
});

async function front(variant: Variant): Promise<string> {
  const opened = await openFront(server.origin, variant);
  fronts.push(opened);
  return opened.origin;
}

const nonceOf = (html: string): string => /nonce="([^"]+)"/.exec(html)?.[1] ?? '';
const inHead = (html: string, tags: string): string => html.replace('</head>', `${tags}</head>`);
const noise = (bytes: number): string => randomBytes(Math.ceil(bytes / 2)).toString('hex');

async function oneLoad(variant: Variant): Promise<Measured[]> {
  const loaded = await loadOnce({ browser, origin: server.origin }, (await front(variant)) + address, { isOn4g: false, slowdown: 1 });
  return [
    { row: 'first-js', of: '', value: sum(loaded.javascript) },
    { row: 'first-css', of: '', value: sum(loaded.css) },
    { row: 'third-party', of: '', value: loaded.othersBytes },
    { row: 'shift', of: '', value: loaded.shift },
  ];
}

const rowsOf = (figures: readonly Measured[]) => failuresOf(figures).map(({ row }) => row);

it('sends at most the bytes that it may, nothing of others, and shifts nothing', async () => {
  expect(failuresOf(await oneLoad(product))).toEqual([]);
});

it('would notice more script, more style, a script of the captcha, and a banner that pushes the page down', async () => {
  const faulty: Variant = {
    change: (html) => {
      const nonce = nonceOf(html);
      const late = `setTimeout(() => document.body.prepend(Object.assign(document.createElement('h1'), { textContent: 'Banner' })), 300)`;
      return inHead(
        html,
        `<script nonce="${nonce}" src="/bench/more.js"></script><link rel="stylesheet" href="/bench/more.css">` +
          `<script nonce="${nonce}" src="/sandbox/captcha/api.js"></script><script nonce="${nonce}">${late}</script>`,
      );
    },
    files: {
      '/bench/more.js': { type: 'text/javascript', content: Buffer.from(`"${noise(120_000)}"`) },
      '/bench/more.css': { type: 'text/css', content: Buffer.from(`x{content:"${noise(16_000)}"}`) },
    },
  };
  expect(rowsOf(await oneLoad(faulty))).toEqual(['first-js', 'first-css', 'third-party', 'shift']);
});

async function paintRatio(one: string, other: string, times: number): Promise<number> {
  const ratios: number[] = [];
  const paintOf = async (url: string): Promise<number> => (await loadOnce({ browser, origin: server.origin }, url)).largest;
  for (let round = 0; round < times; round += 1) {
    const first = await paintOf(one);
    ratios.push(first / (await paintOf(other)));
  }
  return median(ratios);
}

const busy = (html: string): string =>
  inHead(html, `<script nonce="${nonceOf(html)}">{const end=performance.now()+3000;while(performance.now()<end);}</script>`);

it('is painted as soon as its HTML without scripts', { timeout: 120_000 }, async () => {
  const floor = (await front(withoutScripts)) + address;
  const paint = async (variant: Variant, times: number): Promise<Measured> => ({
    row: 'largest-paint',
    of: '',
    value: await paintRatio((await front(variant)) + address, floor, times),
  });
  expect(failuresOf([await paint(product, rounds)])).toEqual([]);
  expect(rowsOf([await paint({ change: busy }, 1)])).toEqual(['largest-paint']);
});
