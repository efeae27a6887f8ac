import { useState, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

/** Returns texts that have sibling nodes. React could not update such texts after a translation. */
function crowded(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { textContent, parentNode } = walker.currentNode;
    if (textContent?.trim() && parentNode?.childNodes.length !== 1) found.push(textContent);
  }
  return found;
}

function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
}

const Passed = ({ children }: { children: ReactNode }) => <div>{children}</div>;

it.each<[string, ReactNode, string]>([
  ['text and a value', <p>Due {3} days</p>, '<p>Due 3 days</p>'],
  ['text and a value that is absent', <p>Due {null}</p>, '<p>Due </p>'],
  [
    'text beside an element',
    <p>
      Due <b>now</b>.
    </p>,
    '<p><span>Due </span><b>now</b><span>.</span></p>',
  ],
  ['text in a list beside an element', <p>One {['two', <b key="b">three</b>]}</p>, '<p><span>One </span><span>two</span><b>three</b></p>'],
  [
    'text in a fragment',
    <p>
      <b>1</b>
      <>One {2}</>
    </p>,
    '<p><b>1</b><span>One 2</span></p>',
  ],
  [
    'text handed to a component',
    <Passed>
      One <b>two</b>
    </Passed>,
    '<div><span>One </span><b>two</b></div>',
  ],
  [
    'white space',
    <p>
      <b>1</b> <b>2</b>
    </p>,
    '<p><b>1</b> <b>2</b></p>',
  ],
  [
    'no text',
    <p>
      {null}
      <b>1</b>
    </p>,
    '<p><b>1</b></p>',
  ],
])('gives %s an element of which it is the only child', (_, node, html) => {
  const { container } = render(node);
  expect(container.innerHTML).toBe(html);
  expect(crowded(container)).toEqual([]);
});

function Editor() {
  const [count, setCount] = useState(0);
  return (
    <section>
      {count > 0 && <p>Changed {count} times</p>}
      Amount: ${count}
      {count % 2 === 0 ? 'even' : <b>odd</b>}
      <input aria-label="Name" />
      <button type="button" onClick={() => setCount(count + 1)}>
        Change {count}
      </button>
    </section>
  );
}

beforeEach(() => {
  delete window.earlyInput;
});

it.each(['before', 'after'])('survives a translator that comes %s hydration', async (when) => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Editor />);
  document.body.replaceChildren(root);
  if (when === 'before') {
    window.earlyInput = { alive: () => {}, isTranslated: true };
    translate(root);
  }
  const field = root.querySelector('input');
  const onRecoverableError = vi.fn();
  await act(async () => {
    hydrateRoot(root, <Editor />, { onRecoverableError });
  });
  if (when === 'after') translate(root);
  for (const expected of [
    'changed 1 timesamount: $1oddchange 1',
    'changed 2 timesamount: $2evenchange 2',
    'changed 3 timesamount: $3oddchange 3',
  ]) {
    await act(async () => root.querySelector('button')?.click());
    expect(root.textContent?.toLowerCase()).toContain(expected);
    translate(root);
  }
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(root.querySelector('input')).toBe(field);
});

it('still reports a difference between server and browser on a page that was not translated', async () => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<p>Server</p>);
  const onRecoverableError = vi.fn();
  await act(async () => {
    hydrateRoot(root, <p>Browser</p>, { onRecoverableError });
  });
  expect(onRecoverableError).toHaveBeenCalledOnce();
});
