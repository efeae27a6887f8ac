import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchTyping } from './ended-session.ts';
import { reloadForNewBuild } from './new-build.ts';

const entry = 'http://localhost/assets/entry-aaaaaaaa.js';
const asked = vi.fn(() => Promise.resolve(new Response(null, { status: 200 })));

beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  const script = document.createElement('script');
  script.type = 'module';
  script.setAttribute('src', entry);
  document.body.append(script);
});
afterEach(() => {
  document.body.replaceChildren();
  asked.mockClear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

it('asks once whether the code is still served, however many parts miss theirs, and stays if it is', async () => {
  reloadForNewBuild();
  reloadForNewBuild();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  expect(asked).toHaveBeenCalledWith(entry, expect.objectContaining({ method: 'HEAD' }));
  expect(sessionStorage).toHaveLength(0);
});

it('leaves a page with typed text as it is', () => {
  watchTyping();
  const field = document.createElement('input');
  document.body.append(field);
  field.value = 'ap@harbour.example';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  reloadForNewBuild();
  expect(asked).not.toHaveBeenCalled();
});

it('never asks for a build whose page was loaded again already', () => {
  sessionStorage.setItem('reloaded-for', JSON.stringify(entry));
  reloadForNewBuild();
  expect(asked).not.toHaveBeenCalled();
});
