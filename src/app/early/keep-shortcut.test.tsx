import { beforeEach, expect, it, vi } from 'vitest';
import { setShortcut } from '#app/frame/search-shortcut.ts';
import { keepEarlyInput } from './keep-input.ts';
import { keepEarlyShortcut } from './keep-shortcut.ts';

const press = (init: KeyboardEventInit = {}): boolean =>
  !document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true, ...init }));

const hydrateBar = () => window.earlyInput?.alive('bar');
const busyButtons = () => document.querySelectorAll('[aria-busy]').length;

beforeEach(() => {
  hydrateBar();
  document.body.innerHTML = '<div data-boundary="bar"><button type="button" id="open-search">Search</button></div>';
  keepEarlyInput();
  keepEarlyShortcut();
});

it('holds the shortcut of the search until the bar is alive, then repeats it once', () => {
  expect(press()).toBe(true);
  expect(press()).toBe(true);
  expect(busyButtons()).toBe(1);
  const heard = vi.fn();
  window.addEventListener('keydown', ({ key, ctrlKey, target }) => heard(key, ctrlKey, target instanceof Node));
  window.earlyInput?.alive('page');
  expect(heard).not.toHaveBeenCalled();
  hydrateBar();
  hydrateBar();
  expect(heard.mock.calls).toEqual([['k', true, true]]);
  expect(busyButtons()).toBe(0);
  expect(press()).toBe(false);
});

it('leaves other keys to the browser', () => {
  const others: KeyboardEventInit[] = [{ key: 'j' }, { ctrlKey: false }, { metaKey: true }, { shiftKey: true }, { altKey: true }];
  expect(others.map(press)).toEqual(others.map(() => false));
  expect(busyButtons()).toBe(0);
});

it('leaves the shortcut to the browser if it is off or the page has no search', () => {
  setShortcut(false);
  expect(press()).toBe(false);
  setShortcut(true);
  expect(press()).toBe(true);
  document.body.replaceChildren();
  expect(press()).toBe(false);
});
