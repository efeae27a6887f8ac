import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { hideComposingKeys } from '#lib/browser/composing-keys.ts';

// A dialog gets the role alertdialog one second after it opens, so a search by this role must wait longer than the default second.
configure({ asyncUtilTimeout: 3000 });

// All test files of a worker share one document, because creating one is slow. Resets modules for each file, so that no state remains.
vi.resetModules();

afterAll(async () => {
  // Waits for pending imports, because they would load modules of this file into the next file.
  await vi.dynamicImportSettled();
  if (typeof document === 'undefined') return;
  // Removes everything except React Aria's live region, which React Aria would not create again for the next file.
  document.body.replaceChildren(...document.querySelectorAll('body > [data-live-announcer]'));
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

afterEach(() => {
  if (typeof document !== 'undefined') cleanup();
  vi.useRealTimers();
});

/* Replacements for features that jsdom lacks. The replacements set attributes that tests can read. */
if (typeof HTMLElement !== 'undefined') {
  hideComposingKeys();
  // Sets the attribute data-popover-open on an open popover.
  define(HTMLElement.prototype, 'togglePopover', function togglePopover(this: HTMLElement, options?: boolean | { force?: boolean }) {
    return this.toggleAttribute('data-popover-open', typeof options === 'object' ? options.force : options);
  });
  globalThis.CSS ??= { escape: (value: string) => value.replace(/[^\w-]/g, (sign) => `\\${sign}`) } as typeof CSS;
  knowFocusVisible();
  define(Element.prototype, 'scrollIntoView', () => undefined);
  define(Element.prototype, 'getAnimations', () => []);
  globalThis.ResizeObserver ??= class implements ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.matchMedia ??= (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}

/** Lets `:focus-visible` match only the focused element after keyboard input, like browsers. In jsdom, removed elements match, too. */
function knowFocusVisible() {
  let byKeys = false;
  document.addEventListener('keydown', () => (byKeys = true), true);
  for (const pointer of ['pointerdown', 'mousedown', 'touchstart']) document.addEventListener(pointer, () => (byKeys = false), true);
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its element below
  const { matches } = Element.prototype;
  Element.prototype.matches = function matchesToo(this: Element, selectors: string): boolean {
    return selectors === ':focus-visible' ? byKeys && document.activeElement === this : matches.call(this, selectors);
  } as typeof matches;
}

function define(prototype: object, name: string, method: (...args: never[]) => unknown) {
  if (!(name in prototype)) Object.defineProperty(prototype, name, { configurable: true, writable: true, value: method });
}
