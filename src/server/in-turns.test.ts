import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

/** A store whose answers come when they are let out, with what was true when they were asked for. */
function slowStore() {
  let truth = 0;
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const ask = (tokenHash: string, slug: string): Promise<number> => {
    asked.push(`${tokenHash} ${slug}`);
    const answer = truth;
    return new Promise((resolve) => waiting.push(() => resolve(answer)));
  };
  return { ask, asked, change: () => (truth += 1), letOut: () => waiting.shift()?.(), truth: () => truth };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('asking in turns', () => {
  it('answers all who ask meanwhile with one further question', async () => {
    const store = slowStore();
    const ask = inTurns(store.ask);
    const answers = Array.from({ length: 10 }, () => ask('token', 'pro'));
    store.letOut();
    await settled();
    store.letOut();
    await Promise.all(answers);
    expect(store.asked).toHaveLength(2);
  });

  it('asks at once for another session or another organization', () => {
    const store = slowStore();
    const ask = inTurns(store.ask);
    void ask('token', 'pro');
    void ask('token', 'team');
    void ask('other', 'pro');
    expect(store.asked).toEqual(['token pro', 'token team', 'other pro']);
  });

  it('lets nobody wait for a question that failed', async () => {
    let fails = true;
    const ask = inTurns(() => (fails ? Promise.reject(new Error('store is away')) : Promise.resolve('row')));
    const first = ask('token', 'pro');
    const second = ask('token', 'pro');
    fails = false;
    await expect(first).rejects.toThrow('store is away');
    await expect(second).resolves.toBe('row');
    await expect(ask('token', 'pro')).resolves.toBe('row');
  });

  it('never answers with what was true before the question', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('ask', 'change', 'letOut', 'wait'), { maxLength: 60 }), async (steps) => {
        const store = slowStore();
        const ask = inTurns(store.ask);
        const answers: Promise<void>[] = [];
        for (const step of steps) {
          if (step === 'change') store.change();
          else if (step === 'letOut') store.letOut();
          else if (step === 'wait') await settled();
          else {
            const atLeast = store.truth();
            answers.push(ask('token', 'pro').then((answer) => expect(answer).toBeGreaterThanOrEqual(atLeast)));
          }
        }
        for (let open = 0; open < steps.length; open += 1) {
          store.letOut();
          await settled();
        }
        await Promise.all(answers);
      }),
      { numRuns: 200 },
    );
  });
});
