import { expect, it } from 'vitest';
import { isFromThisMachine } from './request-facts.ts';

const to = (url: string, headers: Readonly<Record<string, string>> = {}): Request => new Request(url, { headers });

it.each([
  ['http://localhost:4310/', '127.0.0.1', true],
  ['http://127.0.0.1:4310/', '::ffff:127.0.0.1', true],
  ['http://[::1]:4310/', '::1', true],
  ['http://localhost:4310/', '192.168.1.5', false],
  ['http://localhost:4310/', '::ffff:192.168.1.5', false],
  ['http://localhost:4310/', undefined, false],
  ['http://192.168.1.5:4310/', '127.0.0.1', false],
  ['http://evil.example:4310/', '127.0.0.1', false],
])('takes a request to %s of %s for one of this machine: %s', (url, sender, isOwn) => {
  expect(isFromThisMachine(to(url), sender)).toBe(isOwn);
});

it('takes no request that a proxy passes on for one of this machine', () => {
  expect(isFromThisMachine(to('http://localhost:4310/', { 'X-Forwarded-For': '203.0.113.9' }), '127.0.0.1')).toBe(false);
  expect(isFromThisMachine(to('http://localhost:4310/', { Forwarded: 'for=203.0.113.9' }), '127.0.0.1')).toBe(false);
});
