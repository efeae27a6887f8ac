import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { webhookPath } from '#server/http/app.ts';
import { eventObjects, eventTypes } from '#server/payments/events.ts';
import { apiVersion } from '#server/gateway/stripe/create-gateway.ts';
import { sourceFiles } from './source-files.ts';

const section = /^## The gateway's webhook\n([\s\S]*?)^## /m.exec(readFileSync('src/server/deploy/OPERATING.md', 'utf8'))?.[1] ?? '';

const rows = section.split('\n').flatMap((line) => {
  const [, about = '', events = ''] = line.split('|');
  const words = (cell: string) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, word = '']) => word);
  return words(about).map((object) => ({ object, events: words(events) }));
});

const isAbout = (object: string, type: string): boolean => type.startsWith(`${object}.`) || type.includes(`.${object}.`);

it('the document names the address that the server takes events at, and the version that they have', () => {
  expect(section).toContain(`\`{PUBLIC_ORIGIN}${webhookPath}\``);
  expect(section).toContain(`\`${apiVersion}\``);
});

it('the document names the objects whose events the platform keeps, and only events of each', () => {
  expect(rows.map(({ object }) => object)).toEqual(eventObjects);
  for (const { object, events } of rows) expect([object, events.filter((type) => !isAbout(object, type))]).toEqual([object, []]);
});

it('the document names exactly the events that are fetched', () => {
  expect(Object.fromEntries(rows.map(({ object, events }) => [object, events]))).toEqual(eventTypes);
});

it('the document names every event about them that the sandbox sends', () => {
  const sources = sourceFiles(/^src\/sandbox\/.*(?<!\.test)\.ts$/).map(({ text }) => text);
  const types = sources.flatMap((text) => [...text.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)'/g)].map(([, type = '']) => type));
  const eventTypes = new Set(types.filter((type) => eventObjects.some((object) => isAbout(object, type))));
  expect(rows.flatMap(({ events }) => events).toSorted()).toEqual([...eventTypes].toSorted());
});
