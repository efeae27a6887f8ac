import { act, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { keepEarlyInput } from './keep-input.ts';

function Fields() {
  const [name, setName] = useState('');
  const [isOn, setIsOn] = useState(false);
  return (
    <form>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input aria-label="Cap" type="checkbox" checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
      <output>{`${name}, ${isOn ? 'on' : 'off'}`}</output>
      <HydrationMarker boundary="fields" />
    </form>
  );
}

it('hands what was typed and chosen before hydration to the fields that React controls', async () => {
  keepEarlyInput();
  const root = document.createElement('div');
  root.dataset['boundary'] = 'fields';
  root.innerHTML = renderToString(<Fields />);
  document.body.append(root);
  const [name, cap] = root.querySelectorAll('input') as unknown as [HTMLInputElement, HTMLInputElement];
  name.focus();
  name.value = 'Ada Lovelace';
  name.setSelectionRange(3, 3);
  name.dispatchEvent(new Event('input', { bubbles: true }));
  cap.click();

  await act(async () => {
    hydrateRoot(root, <Fields />);
  });
  expect(root.querySelector('output')?.textContent).toBe('Ada Lovelace, on');
  expect([name.value, cap.checked]).toEqual(['Ada Lovelace', true]);
  expect(document.activeElement).toBe(name);
});
