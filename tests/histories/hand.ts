import type { LivedLimit, LivedRecord } from '#tests/oracle/lived-history.ts';
import { rowsOf } from '#server/database/database.ts';
import { payerAt, type Payer } from '#tests/support/payer.ts';
import type { Answer, TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';
import { ownerOf } from './history-world.ts';

/** What is done once to an organization or by it. @returns what came of it, for a reader of a failure */
export type Act = (hand: Hand) => Promise<string>;

/** What acts on one organization have in hand. */
export interface Hand {
  readonly slug: string;
  readonly platform: TestPlatform;
  readonly payer: Payer;
  readonly random: Random;
  readonly now: () => number;
  /** Asks for something below the organization's address, as its owner. */
  readonly ask: (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>;
  readonly rows: <T>(query: string) => Promise<T[]>;
  /** A name that is used once. */
  readonly newName: () => string;
  /** Usage that the platform has accepted. */
  readonly records: LivedRecord[];
  /** Spending limits that the platform has taken. */
  readonly limits: LivedLimit[];
  /** Prices that were shown and not used yet. */
  readonly quotes: { readonly id: string; readonly tier: string }[];
  /** Answers that no request may get. */
  readonly failures: string[];
  /** Secret of the payment that waits for its bank's challenge. */
  secret: string | null;
}

export function handOn(platform: TestPlatform, slug: string, random: Random): Hand {
  const payer = payerAt(platform);
  const failures: string[] = [];
  let names = 0;
  return {
    slug,
    platform,
    payer,
    random,
    now: () => platform.context.clock.nowSeconds(),
    ask: async (method, path, body, key) => {
      const requestOptions = { as: ownerOf(slug), ...(key === undefined ? {} : { key }) };
      const answer = await payer.send(method, `/platform/organizations/${slug}${path}`, body, requestOptions);
      if (answer.status >= 500)
        failures.push(`server: ${method} ${path} ${JSON.stringify(body)} answered ${answer.status}: ${answer.body.message}`);
      return answer;
    },
    rows: async <T>(query: string) => rowsOf<T>(await platform.context.db.execute(query)),
    newName: () => `${slug}-${(names += 1)}`,
    records: [],
    limits: [],
    quotes: [],
    failures,
    secret: null,
  };
}
