import { booksSoFar, moneyFaults } from '#tests/support/money-checker.ts';
import { noticeFaults } from '#tests/support/notice-checker.ts';
import { payerAt } from '#tests/support/payer.ts';
import type { TestPlatform } from '#tests/support/platform.ts';
import { seeded } from '#tests/support/random.ts';
import { unsettled, wishFaults } from './checker.ts';
import { DebtLife, debtorSlug, debtSteps } from './debt-life.ts';
import { EmailLife, type SimulatedMailServer } from './email-life.ts';
import { Schedule, type Bug } from './schedule.ts';
import { withChance } from './simulated-chance.ts';
import { inSimulatedTime } from './simulated-time.ts';
import { epochMs, slugs, type Worlds } from './worlds.ts';

const stepsEach = 12;

export interface Simulated {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly trace: readonly string[];
  readonly charges: number;
  readonly mails: number;
  readonly hoursWithoutEmail: number;
  /** Number of charges that the platform has attempted for unpaid invoices; 0 in a schedule without debts. */
  readonly attempts: number;
  /** Simulated duration. Identical runs have the same duration, because every read of the clock advances it. */
  readonly lastedMs: number;
}

interface Differs {
  readonly bug?: Bug;
  readonly prepare?: (platform: TestPlatform) => Promise<void>;
  readonly only?: readonly string[];
  readonly mails?: SimulatedMailServer;
  readonly hasDebts?: boolean;
}

const daySeconds = 86_400;

/** Returns the simulated start time: a random time after the creation of the world, within the organization's cycle. */
const startOf = (seed: number): number => epochMs + ((seed % 19) * daySeconds + ((seed * 7919) % daySeconds)) * 1000;

/** Checks the result after the schedule and again a simulated day later. */
export async function simulate(worlds: Worlds, seed: number, differs: Differs = {}): Promise<Simulated> {
  return inSimulatedTime(startOf(seed), () => withChance(seed, () => live(worlds, seed, differs)));
}

async function live(worlds: Worlds, seed: number, { bug = {}, prepare, only, mails, hasDebts = false }: Differs): Promise<Simulated> {
  const platform = await worlds.begin();
  let schedule: Schedule | null = null;
  try {
    const { db } = platform.context;
    await prepare?.(platform);
    const since = await booksSoFar(db);
    const { sandbox } = payerAt(platform);
    const random = seeded(seed * 2_654_435_761);
    const slug = hasDebts ? debtorSlug : random.pick(slugs);
    const newSchedule = new Schedule(platform, slug, random, bug);
    schedule = newSchedule;
    // Uses a separate random generator, so that payments are the same with and without emails.
    const post = mails ? new EmailLife(platform, slug, seeded(seed * 97_000_003), mails) : null;
    const debts = hasDebts ? new DebtLife(platform, newSchedule, seeded(seed * 86_028_121)) : null;
    const afterEach = async (): Promise<void> => {
      await post?.step(newSchedule.changeRecipients);
      await debts?.step();
    };
    const wrong = async (): Promise<string[]> => [
      ...(await moneyFaults(db, sandbox.money(), since)),
      ...(await noticeFaults(db, since)),
      ...(await wishFaults(db, slug, newSchedule.client.wishes)),
      ...((await post?.faults()) ?? []),
      ...((await debts?.faults()) ?? []),
    ];
    await newSchedule.run(stepsEach, only ?? (hasDebts ? debtSteps : undefined), afterEach);
    await newSchedule.settle();
    await post?.settle();
    const faults = await wrong();
    if (faults.length === 0) {
      await newSchedule.dayLater();
      await post?.settle();
      faults.push(...(await wrong()), ...(await unsettled(db)));
    }
    const charges = sandbox.money().filter(({ kind }) => kind === 'charge_succeeded').length;
    const emailCounts = { mails: post?.mails ?? 0, hoursWithoutEmail: post?.hoursDown ?? 0 };
    const attempts = (await debts?.attempts()) ?? 0;
    return { seed, faults, trace: newSchedule.trace, charges, ...emailCounts, attempts, lastedMs: Date.now() - startOf(seed) };
  } finally {
    await schedule?.end();
    await platform.stop();
  }
}
