import type { LivedLimit, LivedRecord } from '#tests/oracle/lived-history.ts';
import { rowsOf } from '#server/database/database.ts';
import { payerAt, type Payer } from '#tests/support/payer.ts';
import type { Answer, TestPlatform } from '#tests/support/platform.ts';
import type { Random } from '#tests/support/random.ts';
import { ownerOf } from './history-world.ts';

/** Performs one action, for example a plan change by the owner or a refund by staff. @returns a short result for failure messages */
export type Act = (hand: Hand) => Promise<string>;

export interface Hand {
  readonly slug: string;
  readonly platform: TestPlatform;
  readonly payer: Payer;
  readonly random: Random;
  readonly now: () => number;
  /** Sends a request as the organization's owner; the path is relative to the organization. */
  readonly ask: (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>;
  readonly rows: <T>(query: string) => Promise<T[]>;
  readonly newName: () => string;
  readonly records: LivedRecord[];
  readonly limits: LivedLimit[];
  readonly quotes: { readonly id: string; readonly tier: string }[];
  readonly failures: string[];
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
