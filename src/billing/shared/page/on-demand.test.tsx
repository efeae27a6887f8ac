import { act, render, screen } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { pageTexts } from '#lib/texts/page.ts';
import { closeToast, toastSnapshot } from '#ui/Toast/toast.ts';
import { OnDemand, onDemand, type OnDemandPart } from './on-demand.tsx';

const shownMessages = (): string[] => toastSnapshot().visible.map(({ message }) => message);

afterEach(() => {
  for (const { id } of toastSnapshot().visible) closeToast(id);
  vi.restoreAllMocks();
});

function lateBy(attempts: number): OnDemandPart<object> {
  let left = attempts;
  return onDemand(() =>
    left-- > 0 ? Promise.reject(new TypeError('Failed to fetch dynamically imported module')) : Promise.resolve(() => <p>Here</p>),
  );
}

function Place({ part, isSilent }: { part: OnDemandPart<object>; isSilent: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Open
      </button>
      <OnDemand part={part} isWanted={isOpen} onFailed={close} isSilent={isSilent} props={{}} />
    </>
  );
}

async function ask(): Promise<void> {
  await act(async () => screen.getByRole('button').click());
}

it('tells whoever asked that the code did not come, once, and shows the part when it is asked for again', async () => {
  render(<Place part={lateBy(1)} isSilent={false} />);
  await ask();
  expect(shownMessages()).toEqual([pageTexts.partFailed]);
  expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  await ask();
  expect(screen.queryByText('Here')).not.toBeNull();
  expect(shownMessages()).toEqual([pageTexts.partFailed]);
});

it('names the connection only if the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<Place part={lateBy(1)} isSilent={false} />);
  await ask();
  expect(shownMessages()).toEqual([pageTexts.partOffline]);
});

it('says nothing of a part that nobody asked for', async () => {
  render(<Place part={lateBy(1)} isSilent />);
  await ask();
  expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  expect(shownMessages()).toEqual([]);
});
