import { expect, it } from 'vitest';
import { FairQueue, type Share, type Ticket } from './fair-queue.ts';

const limits = { mostWaiting: 3, waitMs: 5000, mostHeavy: 2 };

const share = (group: string, member: string, weight = 1, isHeavy = false): Share => ({
  group,
  claims: [
    { name: `member ${member}`, most: 8 },
    { name: group, most: 32 },
  ],
  weight,
  isHeavy,
});

function notingQueue(settings = limits) {
  const queue = new FairQueue(settings);
  const noted: string[] = [];
  const enter = (name: string, one: Share, nowMs = 0): Ticket | null =>
    queue.enter(one, nowMs, (outcome) => void noted.push(outcome === 'turn' ? name : `${name} ${outcome}`));
  return { queue, noted, enter };
}

it('starts requests up to the limit of a member, and the next one when one has ended', () => {
  const { queue, noted, enter } = notingQueue();
  const pages = ['1', '2', '3', '4', '5'].map((name) => enter(name, share('acme', 'ada', 2)));
  expect(noted).toEqual(['1', '2', '3', '4']);
  queue.leave(pages[1]!);
  expect(noted).toEqual(['1', '2', '3', '4', '5']);
  expect(queue.unitsOf('member ada')).toBe(8);
});

it('keeps the limit of an organization, whoever of its members ask', () => {
  const { queue, noted, enter } = notingQueue({ ...limits, mostWaiting: 50 });
  for (let member = 0; member < 6; member += 1) for (let index = 0; index < 8; index += 1) enter('x', share('acme', `m${member}`));
  expect([noted.length, queue.unitsOf('acme'), queue.waiting]).toEqual([32, 32, 16]);
});

it('lets colleagues pass a member who waits, and never a request that waits for the same', () => {
  const { queue, noted, enter } = notingQueue();
  const first = enter('export', share('acme', 'ada', 8));
  enter('ada', share('acme', 'ada', 4));
  enter('ada, light', share('acme', 'ada', 1));
  enter('bob', share('acme', 'bob', 1));
  expect(noted).toEqual(['export', 'bob']);
  queue.leave(first!);
  expect(noted).toEqual(['export', 'bob', 'ada', 'ada, light']);
});

it('refuses what exceeds the line, and what has waited for its time', () => {
  const { queue, noted, enter } = notingQueue();
  enter('export', share('acme', 'ada', 8));
  const waiting = ['1', '2', '3', '4'].map((name, index) => enter(name, share('acme', 'ada'), index * 1000));
  expect(waiting.map((ticket) => ticket?.state)).toEqual(['waiting', 'waiting', 'waiting', undefined]);
  expect(queue.nextDeadlineMs()).toBe(5000);
  queue.expire(4999);
  expect(noted).toEqual(['export']);
  queue.expire(6000);
  expect(noted).toEqual(['export', '1 busy', '2 busy']);
  expect([queue.waiting, queue.nextDeadlineMs()]).toEqual([1, 7000]);
});

it('forgets a request whose client has gone, and starts the one behind it', () => {
  const { queue, noted, enter } = notingQueue();
  const running = enter('export', share('acme', 'ada', 8));
  const gone = enter('gone', share('acme', 'ada', 8));
  enter('next', share('acme', 'ada', 1));
  queue.leave(gone!);
  queue.leave(running!);
  queue.leave(running!);
  expect(noted).toEqual(['export', 'next']);
  expect([queue.waiting, queue.unitsOf('member ada')]).toEqual([0, 1]);
});

it('never lets an organization wait for another: a group without a heavy request starts one at once', () => {
  const { noted, enter } = notingQueue();
  for (const name of ['a1', 'a2', 'a3']) enter(name, share('acme', 'ada', 2, true));
  enter('b1', share('bolt', 'bob', 2, true));
  enter('b2', share('bolt', 'bob', 2, true));
  enter('light', share('acme', 'ada', 1));
  expect(noted).toEqual(['a1', 'a2', 'b1', 'light']);
});

it('serves organizations in turn', () => {
  const { queue, noted, enter } = notingQueue({ ...limits, mostWaiting: 10, mostHeavy: 3 });
  const tickets = new Map<string, Ticket>();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) tickets.set(name, enter(name, share('acme', 'ada', 1, true))!);
  for (const name of ['b1', 'b2', 'b3']) tickets.set(name, enter(name, share('bolt', 'bob', 1, true))!);
  expect(noted).toEqual(['a1', 'a2', 'a3', 'b1']);
  // One more heavy request is running than the limit allows. Another request can therefore start only after two of them have ended.
  for (const name of ['a1', 'a2', 'a3', 'b1']) queue.finishComputing(tickets.get(name)!);
  expect(noted.slice(4)).toEqual(['a4', 'b2', 'a5']);
});

it('counts the weight of a response that is still sent, but lets others compute', () => {
  const { queue, noted, enter } = notingQueue({ ...limits, mostHeavy: 1 });
  const first = enter('1', share('acme', 'ada', 4, true));
  enter('2', share('acme', 'ada', 4, true));
  queue.finishComputing(first!);
  expect([noted, queue.unitsOf('member ada')]).toEqual([['1', '2'], 8]);
});

it('lets a request that is heavier than a limit take all of it', () => {
  const { queue, noted, enter } = notingQueue();
  const first = enter('export', { ...share('acme', 'ada', 8), claims: [{ name: 'member ada', most: 4 }] });
  enter('next', { ...share('acme', 'ada', 1), claims: [{ name: 'member ada', most: 4 }] });
  expect(noted).toEqual(['export']);
  queue.leave(first!);
  expect(noted).toEqual(['export', 'next']);
});
