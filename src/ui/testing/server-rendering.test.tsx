// @vitest-environment node
import { act } from 'react';
import { VisuallyHidden } from 'react-aria/VisuallyHidden';
import type { Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';
import { loadStates } from './states.ts';

const states = new Map((await loadStates()).map((entry) => [`${entry.component}: ${entry.state}`, entry]));
const markup = new Map([...states].map(([name, entry]) => [name, renderToString(entry.render())]));

/** The only inline style that the content policy allows, see src/server/http/csp.ts. */
const hidden = renderToString(<VisuallyHidden />).match(/ style="[^"]+"/)?.[0] ?? 'none';

describe('server markup', () => {
  it.each([...markup])('%s carries no style attribute but that of a control behind its mark', (_, html) => {
    expect(html.replaceAll(hidden, '')).not.toMatch(/\sstyle=/);
  });
});

describe('hydration', () => {
  // React's client is loaded later, because react-dom looks for a document when it is imported.
  let client: typeof import('react-dom/client');
  let closeDocument: () => unknown;

  beforeAll(async () => {
    const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {});
    closeDocument = () => teardown(globalThis);
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // React was loaded without a document and assumes an old browser. Its focus handling must not run, so focus() does nothing.
    vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(() => undefined);
    client = await import('react-dom/client');
    vi.resetModules();
    await import('#tests/support/component-setup.ts');
  });

  afterAll(() => closeDocument());

  async function hydrate(html: string, name: string): Promise<unknown[]> {
    const faults: unknown[] = [];
    const log = vi.spyOn(console, 'error').mockImplementation((...message: unknown[]) => void faults.push(message.join(' ')));
    const container = document.createElement('div');
    container.innerHTML = html;
    document.body.append(container);
    const element = states.get(name)?.render();
    let root: Root | undefined;
    await act(async () => {
      root = client.hydrateRoot(container, element, { onRecoverableError: (error) => faults.push(error) });
    });
    await act(async () => root?.unmount());
    container.remove();
    log.mockRestore();
    return faults;
  }

  it.each([...markup])('%s has no recoverable error and no warning', async (name, html) => {
    expect(await hydrate(html, name)).toEqual([]);
  });

  it('would notice a difference', async () => {
    expect(await hydrate('<button>Other words</button>', 'Button: primary')).not.toEqual([]);
  });
});
