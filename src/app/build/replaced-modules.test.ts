import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replacedModules } from './replaced-modules.ts';

const installed = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;

it.each(replacedModules)('replaces $find in the versions that it was tested with', ({ tested, issue }) => {
  for (const [name, version] of Object.entries(tested)) expect([name, installed(name), issue]).toEqual([name, version, issue]);
});
