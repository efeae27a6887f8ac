import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

afterEach(() => {
  if (typeof document !== 'undefined') cleanup();
  vi.useRealTimers();
});

/* What jsdom does not draw: enough for components to run, and a trace that tests can read. */
if (typeof HTMLElement !== 'undefined') {
  // An open native popover carries data-popover-open.
  define(HTMLElement.prototype, 'togglePopover', function togglePopover(this: HTMLElement, options?: boolean | { force?: boolean }) {
    return this.toggleAttribute('data-popover-open', typeof options === 'object' ? options.force : options);
  });
  globalThis.CSS ??= { escape: (value: string) => value.replace(/[^\w-]/g, (sign) => `\\${sign}`) } as typeof CSS;
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

function define(prototype: object, name: string, method: (...args: never[]) => unknown) {
  if (!(name in prototype)) Object.defineProperty(prototype, name, { configurable: true, writable: true, value: method });
}
