import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { closeToast, holdToasts, setKeepsMessages, toast, toastDurations, toastSnapshot } from './toast.ts';
import type { ToastContent, ToastSeverity } from './toast.ts';
import { ToastRegion } from './ToastRegion.tsx';

async function say(message: string, severity: ToastSeverity = 'success', durationMs: ToastContent['durationMs'] = toastDurations.short) {
  act(() => toast({ message, severity, durationMs }));
  await drawn();
}

// The real setTimeout is needed, because the tests replace it by a fake timer.
const { setTimeout: setRealTimeout } = globalThis;
const mostTurns = 400;

async function drawn() {
  const isOver = (): boolean => document.querySelector('section li') !== null || announcedMessages().assertive.length > 0;
  // React renders a lazy component only at the end of an act, so the loop repeats short acts until the component is rendered.
  for (let turn = 0; turn < mostTurns && !isOver(); turn += 1) await act(() => new Promise<void>((resolve) => setRealTimeout(resolve, 5)));
}

const shown = () => toastSnapshot().visible.map(({ message }) => message);

afterEach(() => {
  act(() => {
    for (const { id } of toastSnapshot().visible) closeToast(id);
    setKeepsMessages(false);
  });
});

it('knows the three durations', () => {
  expect(toastDurations).toEqual({ short: 4_000, medium: 8_000, long: 10_000 });
});

describe('on screen', () => {
  it('is a landmark while there is something to read, and speaks by severity', async () => {
    render(<ToastRegion />);
    expect(screen.queryByRole('region')).toBeNull();
    await say('Successfully saved settings');
    await say('Failed to update tax id', 'error');
    const region = screen.getByRole('region', { name: 'Messages' });
    expect(await within(region).findByText('Successfully saved settings')).toBe(within(region).getByRole('status'));
    expect(await within(region).findByText('Failed to update tax id')).toBe(within(region).getByRole('alert'));
    expect(document.activeElement).toBe(document.body);
  });

  it('has a live region in the page before its words come', async () => {
    vi.useFakeTimers();
    render(<ToastRegion />);
    await say('Saved');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('is heard at once where the list can not be fetched, and shown with the next message that gets it', async () => {
    vi.doMock('./ToastList.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    render(
      <>
        <Announcer />
        <ToastRegion />
      </>,
    );
    await say('This part could not be loaded', 'error');
    expect(announcedMessages().assertive).toEqual(['This part could not be loaded']);
    expect(screen.queryByRole('region')).toBeNull();
    vi.doUnmock('./ToastList.tsx');
    await say('Saved');
    const region = await screen.findByRole('region', { name: 'Messages' });
    expect(await within(region).findByText('This part could not be loaded')).toBeTruthy();
    expect(announcedMessages().polite).toEqual([]);
  });

  it('is reached by F6, closed by a named button, and gives focus back', async () => {
    render(
      <>
        <main>
          <button>Save</button>
        </main>
        <ToastRegion />
      </>,
    );
    screen.getByText('Save').focus();
    await say('First');
    await say('Second');
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('region').contains(document.activeElement)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Close: First' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close: Second' }));
    await userEvent.keyboard('{Enter}');
    expect(shown()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByText('Save'));
  });
});

describe('closed with the focus on it, when nothing can have the focus back', () => {
  it.each([
    ['came from nowhere', () => undefined],
    ['was elsewhere, where nothing is any more', () => screen.getByText('Save').focus()],
  ])('leads to the heading of the page: the focus %s', async (_, begin) => {
    const page = (isSaveThere: boolean) => (
      <>
        <main>
          <h1>Billing</h1>
          {isSaveThere && <button>Save</button>}
        </main>
        <ToastRegion />
      </>
    );
    const { rerender } = render(page(true));
    begin();
    await say('Saved');
    act(() => screen.getByRole('button', { name: 'Close: Saved' }).focus());
    rerender(page(false));
    await userEvent.keyboard('{Enter}');
    expect(shown()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Billing' }));
  });
});

describe('its clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('runs for the given time', async () => {
    render(<ToastRegion />);
    await say('Short');
    await say('Long', 'info', toastDurations.long);
    act(() => void vi.advanceTimersByTime(3_999));
    expect(shown()).toEqual(['Short', 'Long']);
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toEqual(['Long']);
    act(() => void vi.advanceTimersByTime(6_000));
    expect(shown()).toEqual([]);
  });

  it.each(['hover', 'focus', 'hidden-tab'] as const)('stops for %s and goes on where it was', async (hold) => {
    render(<ToastRegion />);
    await say('Saved');
    act(() => void vi.advanceTimersByTime(3_000));
    act(() => holdToasts(hold, true));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual(['Saved']);
    act(() => holdToasts(hold, false));
    act(() => void vi.advanceTimersByTime(999));
    expect(shown()).toEqual(['Saved']);
    act(() => void vi.advanceTimersByTime(1));
    expect(shown()).toEqual([]);
  });

  it('goes on only when nothing stops it any more', async () => {
    render(<ToastRegion />);
    await say('Saved');
    act(() => holdToasts('hover', true));
    act(() => holdToasts('focus', true));
    act(() => holdToasts('hover', false));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual(['Saved']);
    act(() => holdToasts('focus', false));
    act(() => void vi.advanceTimersByTime(4_000));
    expect(shown()).toEqual([]);
  });

  it('starts when the message is drawn', async () => {
    act(() => toast({ message: 'Early', severity: 'success', durationMs: toastDurations.short }));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual(['Early']);
    render(<ToastRegion />);
    await drawn();
    act(() => void vi.advanceTimersByTime(4_000));
    expect(shown()).toEqual([]);
  });

  it('stands still for those who keep their messages', async () => {
    render(<ToastRegion />);
    act(() => setKeepsMessages(true));
    await say('Saved');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual(['Saved']);
    expect(localStorage.getItem('keep-messages')).toBe('true');
  });

  it('hears the tab being hidden', async () => {
    render(<ToastRegion />);
    await say('Saved');
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(shown()).toEqual(['Saved']);
    hidden.mockReturnValue(false);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    act(() => void vi.advanceTimersByTime(4_000));
    expect(shown()).toEqual([]);
  });
});
