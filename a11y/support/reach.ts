import type { Page } from 'playwright';
import type { State, Step } from '#a11y/states/state.ts';
import { describeStep, describeTarget } from '#a11y/states/words.ts';
import { locate } from './locate.ts';

const patience = 20_000;

/** Blocks requests in the browser. Playwright's slow network would delay only responses, after the platform has already acted. */
const stallNetwork = (page: Page): Promise<unknown> => page.context().route('**', () => new Promise(() => undefined));

async function breakGateway(page: Page, origin: string, data: object): Promise<void> {
  const answer = await page.request.post(`${origin}/sandbox/gateway/inspector/faults`, { data, headers: { Origin: origin } });
  if (!answer.ok()) throw new Error(`the inspector answered ${answer.status()}`);
}

export async function changeBudgets(page: Page, origin: string, organization: string, amountCents: number): Promise<void> {
  const address = `${origin}/platform/organizations/${organization}/billing/budgets`;
  const read = await page.request.get(address);
  const { budgets } = (await read.json()) as { budgets: { id: string; version: number }[] };
  for (const { id, ...budget } of budgets) {
    const data = { ...writable(budget), amount_cents: amountCents };
    const answer = await page.request.put(`${address}/${id}`, { data, headers: { Origin: origin } });
    if (!answer.ok()) throw new Error(`the platform answered ${answer.status()}: ${await answer.text()}`);
  }
}

async function proposeCredits(origin: string, organization: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Origin: origin };
  const signIn = await fetch(`${origin}/auth/sandbox`, { method: 'POST', headers, body: '{"member":"developer"}' });
  const Cookie = (signIn.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
  const body = JSON.stringify({ act: 'top_up', amount_cents: 10_000, reason: 'For the conference in spring' });
  const address = `${origin}/platform/organizations/${organization}/billing/proposals`;
  const answer = await fetch(address, { method: 'POST', headers: { ...headers, Cookie }, body });
  if (!answer.ok) throw new Error(`the platform answered ${answer.status}: ${await answer.text()}`);
}

const writable = (budget: object): object =>
  Object.fromEntries(Object.entries(budget).filter(([field]) => /^(name|scope|basis|thresholds|at_limit|recipients|version)$/.test(field)));

async function take(page: Page, origin: string, step: Step): Promise<unknown> {
  switch (step.do) {
    case 'press':
      return locate(page, step.target).click({ timeout: patience });
    case 'focus':
      return locate(page, step.target).focus({ timeout: patience });
    case 'hover':
      return locate(page, step.target).hover({ timeout: patience });
    case 'fill':
      return locate(page, step.target).fill(step.text, { timeout: patience });
    case 'choose': {
      const file = { name: step.file, mimeType: 'text/plain', buffer: Buffer.from(step.text) };
      return locate(page, step.target).setInputFiles(file, { timeout: patience });
    }
    case 'key':
      return page.keyboard.press(step.key);
    case 'type':
      return page.keyboard.type(step.text);
    case 'stall':
      return stallNetwork(page);
    case 'offline':
      return page.context().setOffline(true);
    case 'open':
      return page.goto(origin + step.address);
    case 'signOut':
      return page.context().clearCookies();
    case 'changeBudgets':
      return changeBudgets(page, origin, step.organization, step.amountCents);
    case 'propose':
      return proposeCredits(origin, step.organization);
    case 'fault':
      return breakGateway(page, origin, step.fault);
    case 'await':
      return locate(page, step.target).waitFor({ timeout: patience });
    case 'hold':
      await page.waitForFunction(
        () =>
          document.querySelector('main h1') &&
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
      );
      await page.context().setOffline(true);
      await page.evaluate(() => window.stop());
  }
}

const isHeld = (state: State): boolean => state.steps.some((step) => step.do === 'hold');

/** @throws {Error} with the name of the state and the failed step or assertion */
export async function reach(page: Page, origin: string, state: State): Promise<void> {
  const fail = (what: string, error: unknown): never => {
    throw new Error(`State "${state.name}": ${what}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`, {
      cause: error,
    });
  };
  // If a state stops loading halfway, the load event never fires.
  await page.goto(origin + state.address, { waitUntil: isHeld(state) ? 'commit' : 'load' }).catch((error) => fail('load', error));
  for (const step of state.steps) await take(page, origin, step).catch((error) => fail(describeStep(step), error));
  for (const target of [...state.sees, ...(state.shows ?? [])])
    await locate(page, target)
      .waitFor({ timeout: patience })
      .catch((error) => fail(`sees ${describeTarget(target)}`, error));
  for (const target of state.seesNot ?? [])
    await locate(page, target)
      .waitFor({ state: 'hidden', timeout: patience })
      .catch((error) => fail(`sees no ${describeTarget(target)}`, error));
}
