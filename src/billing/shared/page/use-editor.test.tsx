import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { announcedMessages } from '#ui/testing/announcements.ts';
import { useEditor, type EditorProps } from './use-editor.tsx';
import { onDemand } from './on-demand.tsx';

function open(afterMs: number): void {
  const Form = ({ onReady }: EditorProps) => <button onFocus={onReady}>Save</button>;
  const part = onDemand<EditorProps>(() => new Promise((resolve) => setTimeout(() => resolve(Form), afterMs)));
  const Section = () => {
    const { button, form } = useEditor({ part, props: {}, anchor: 'email', id: 'edit', label: 'Edit', unavailableReason: undefined });
    return (
      <>
        {button}
        {form}
      </>
    );
  };
  render(
    <>
      <Announcer />
      <Section />
    </>,
  );
  act(() => screen.getByRole('button', { name: 'Edit' }).click());
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

it('says nothing of a form that comes soon', async () => {
  open(600);
  await wait(700);
  act(() => screen.getByRole('button', { name: 'Save' }).focus());
  await wait(2000);
  expect(announcedMessages()).toEqual({ polite: [], assertive: [] });
});

it('says that a form is opening once that takes a second', async () => {
  open(5000);
  await wait(999);
  expect(announcedMessages().polite).toEqual([]);
  await wait(1);
  expect(announcedMessages().polite).toEqual(['Opening the form...']);
});
