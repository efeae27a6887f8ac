import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '#server/settings/config.ts';
import { startImageFor } from './start-images.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function imagesOf(secondsAgo: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'images-'));
  folders.push(folder);
  for (const name of ['demo', 'empty']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'demo-seeded-at'), String(Math.floor(Date.now() / 1000) - secondsAgo));
  return folder;
}

it('lets a fresh folder begin as the demo of the sandbox', () => {
  const folder = imagesOf(0);
  expect(startImageFor(readConfig({}), folder)).toBe(join(folder, 'demo'));
});

it('names no image where none lies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'images-'));
  folders.push(folder);
  expect(startImageFor(readConfig({}), folder)).toBeNull();
});

it('gives a gateway with keys of its own none of the cards and charges of the sandbox', () => {
  const folder = imagesOf(0);
  expect(startImageFor(readConfig(keys), folder)).toBe(join(folder, 'empty'));
});

it('seeds a demo of yesterday again', () => {
  const folder = imagesOf(86_400);
  expect(startImageFor(readConfig({}), folder)).toBe(join(folder, 'empty'));
});
