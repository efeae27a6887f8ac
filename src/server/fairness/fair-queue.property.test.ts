import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue, type Claim, type Share, type Ticket } from './fair-queue.ts';

const mostOfMember = 8;
const mostOfOrganization = 12;
const limits = { mostWaiting: 16, waitMs: 5000, mostHeavy: 2 };
const stepMs = 10;

interface Arrival {
  readonly organization: number;
  readonly member: number;
  readonly weight: number;
  readonly isHeavy: boolean;
  /** Number of steps until the response is sent. In the first half of these steps, the request computes. */
  readonly steps: number;
  /** Number of steps after which the client disconnects; null if the client waits for the response. */
  readonly leavesAfter: number | null;
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
  organization: fc.nat(2),
  member: fc.nat(2),
  weight: fc.constantFrom(1, 1, 2, 4, 8),
  isHeavy: fc.boolean(),
  steps: fc.integer({ min: 1, max: 6 }),
  leavesAfter: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 5 }),
});

const history = fc.array(fc.array(arrival, { maxLength: 5 }), { minLength: 1, maxLength: 15 });

const claimsOf = ({ organization, member }: Arrival): Claim[] => [
  { name: `member ${organization}.${member}`, most: mostOfMember },
  { name: `organization ${organization}`, most: mostOfOrganization },
];

interface Request {
  readonly of: Arrival;
  readonly share: Share;
  readonly enteredAt: number;
  startedAt: number | null;
  outcome: 'turn' | 'busy' | null;
  ticket: Ticket | null;
}

function replay(steps: readonly (readonly Arrival[])[]): Request[] {
  const queue = new FairQueue(limits);
  const all: Request[] = [];
  let now = 0;
  /** Computed from the requests, not from the queue's counters. */
  const unitsOf = (name: string): number =>
    all
      .filter(
        ({ ticket, startedAt, share }) => startedAt !== null && ticket?.state !== 'left' && share.claims.some((one) => one.name === name),
      )
      .reduce((sum, { of: { weight } }) => sum + Math.min(weight, mostOfMember), 0);
  /** @param starting a request that is about to start and is not counted yet */
  const computing = (group: string | null, starting?: Request): number =>
    all.filter(
      (one) => one !== starting && one.share.isHeavy && one.ticket?.state === 'under way' && (group === null || one.share.group === group),
    ).length;
  const waiting = (group: string): Request[] => all.filter(({ ticket, share }) => ticket?.state === 'waiting' && share.group === group);
  const lacking = ({ share }: Request, starting?: Request): string[] => [
    ...share.claims.filter(({ name, most }) => unitsOf(name) + Math.min(share.weight, most) > most).map(({ name }) => name),
    ...(share.isHeavy && computing(null, starting) >= limits.mostHeavy && computing(share.group, starting) > 0 ? ['heavy'] : []),
  ];

  const indexOf = (request: Request): number => (all.includes(request) ? all.indexOf(request) : all.length);

  const enter = (of: Arrival): void => {
    const claims = claimsOf(of);
    const share: Share = { group: claims[1]?.name ?? '', claims, weight: of.weight, isHeavy: of.isHeavy };
    const request: Request = { of, share, enteredAt: now, startedAt: null, outcome: null, ticket: null };
    request.ticket = queue.enter(share, now, (outcome) => {
      expect(request.outcome).toBeNull();
      request.outcome = outcome;
      const needed = [...claims.map(({ name }) => name), ...(of.isHeavy ? ['heavy'] : [])];
      const before = waiting(share.group).filter((one) => one !== request && all.indexOf(one) < indexOf(request));
      if (outcome === 'turn') for (const one of before) expect(lacking(one, request).filter((name) => needed.includes(name))).toEqual([]);
      if (outcome === 'turn') request.startedAt = now;
    });
    all.push(request);
  };

  const check = (): void => {
    for (const organization of [0, 1, 2]) {
      const group = `organization ${organization}`;
      expect(unitsOf(group)).toBeLessThanOrEqual(mostOfOrganization);
      expect(queue.unitsOf(group)).toBe(unitsOf(group));
      for (const member of [0, 1, 2]) expect(unitsOf(`member ${organization}.${member}`)).toBeLessThanOrEqual(mostOfMember);
      const line = waiting(group);
      expect(line.length).toBeLessThanOrEqual(limits.mostWaiting);
      // In each group, the first request waits only if a limit has too few free units. Otherwise, capacity would be idle.
      if (line[0]) expect(lacking(line[0])).not.toEqual([]);
    }
    expect(computing(null)).toBeLessThanOrEqual(limits.mostHeavy + 2);
  };

  const endSteps = (): void => {
    for (const { ticket, startedAt, enteredAt, of } of all) {
      if (!ticket || ticket.state === 'left') continue;
      const isGone = ticket.state === 'waiting' && of.leavesAfter !== null && now >= enteredAt + of.leavesAfter * stepMs;
      const half = startedAt !== null && now >= startedAt + Math.ceil(of.steps / 2) * stepMs;
      const isOver = startedAt !== null && now >= startedAt + of.steps * stepMs;
      if (half) queue.finishComputing(ticket);
      if (isGone || isOver) queue.leave(ticket);
      if (half || isGone) check();
    }
  };

  const tick = (arrivals: readonly Arrival[]): void => {
    queue.expire(now);
    endSteps();
    for (const one of arrivals) {
      enter(one);
      check();
    }
    now += stepMs;
  };
  for (const arrivals of steps) tick(arrivals);
  for (let rest = 0; rest < 2000 && (queue.waiting > 0 || all.some(({ ticket }) => ticket && ticket.state !== 'left')); rest += 1) tick([]);
  expect(queue.waiting).toBe(0);
  for (const organization of [0, 1, 2]) expect(queue.unitsOf(`organization ${organization}`)).toBe(0);
  return all;
}

it('exceeds no limit, never idles, and starts every request before its time is over', () => {
  fc.assert(
    fc.property(history, (steps) => {
      for (const { ticket, outcome, of, share } of replay(steps)) {
        // Before each request, the queue serves at most 16 other requests of at most 60 ms each. Therefore, no request waits 5 s.
        if (ticket && of.leavesAfter === null) expect([share, outcome]).toEqual([share, 'turn']);
        expect(outcome).not.toBe('busy');
      }
    }),
    { numRuns: 60 },
  );
});
