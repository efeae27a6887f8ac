import { webcrypto } from 'node:crypto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { VerifyFile } from './VerifyFile.tsx';

// Replaces `crypto`, because the test environment can't compute hashes, unlike a browser on https.
beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function fileOf(name: string, content: Promise<ArrayBuffer>): File {
  const file = new File(['Buy milk'], name);
  Object.defineProperty(file, 'arrayBuffer', { value: () => content });
  return file;
}

const content = Promise.resolve(new TextEncoder().encode('Buy milk').buffer);

function show(): HTMLElement {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Announcer />
      <VerifyFile slug="acme" />
    </QueryClientProvider>,
  );
  return screen.getByLabelText(texts.verifyField);
}

it('shows the result of the file that was chosen last', async () => {
  const field = show();
  let arrive: (bytes: ArrayBuffer) => void = () => undefined;
  const slowContent = new Promise<ArrayBuffer>((resolve) => {
    arrive = resolve;
  });
  await userEvent.upload(field, fileOf('slow.csv', slowContent));
  await userEvent.upload(field, fileOf('quick.csv', content));
  await screen.findByText(/^quick\.csv is not a statement file/, { ignore: '[data-announcer] *' });
  arrive(new ArrayBuffer(1));
  await slowContent;
  await userEvent.upload(field, fileOf('last.csv', content));
  await screen.findByText(/^last\.csv is not a statement file/, { ignore: '[data-announcer] *' });
  expect(announcedMessages().polite.filter((message) => message.startsWith('slow.csv'))).toEqual([]);
});

it('says so if the file is gone, and verifies the same file again', async () => {
  const field = show();
  const file = new File(['Buy milk'], 'gone.csv');
  let isGone = true;
  Object.defineProperty(file, 'arrayBuffer', { value: () => (isGone ? Promise.reject(new DOMException('Gone')) : content) });
  await userEvent.upload(field, file);
  await screen.findByText(/^gone\.csv can't be read/, { ignore: '[data-announcer] *' });
  isGone = false;
  await userEvent.upload(field, file);
  expect(await screen.findByText(/^gone\.csv is not a statement file/, { ignore: '[data-announcer] *' })).toBeDefined();
});
