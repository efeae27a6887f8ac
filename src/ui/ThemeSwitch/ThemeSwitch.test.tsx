import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { parseThemeCookie, themeAttributes, themeCookie } from './theme-choice.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const systemChoice = { theme: 'system', contrast: 'system' } as const;

it('applies a choice at once and remembers it for the server', async () => {
  render(<ThemeSwitch servedChoice={systemChoice} />);
  const root = document.documentElement;
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'More contrast' }));
  expect(root.dataset).toMatchObject({ theme: 'dark', contrast: 'more' });
  expect(parseThemeCookie(document.cookie)).toEqual({ theme: 'dark', contrast: 'more' });
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'More contrast' }));
  expect(Object.keys(root.dataset)).toEqual([]);
});

it('reads its own cookie among others and nothing else', () => {
  const choice = { theme: 'light', contrast: 'more' } as const;
  expect(parseThemeCookie(`a=1; ${themeCookie(choice).split(';')[0]}; b=2`)).toEqual(choice);
  for (const cookies of ['', null, undefined, 'theme=neon.loud', 'mytheme=dark.more', 'theme="><script>'])
    expect(parseThemeCookie(cookies)).toEqual(systemChoice);
});

it('writes attributes only for what was chosen', () => {
  expect(themeAttributes(systemChoice)).toEqual({});
  expect(themeAttributes({ theme: 'dark', contrast: 'more' })).toEqual({ 'data-theme': 'dark', 'data-contrast': 'more' });
});
