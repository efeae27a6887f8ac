import { screen } from '@testing-library/react';

export function announcedMessages(): { polite: string[]; assertive: string[] } {
  const textOf = (role: string) =>
    screen
      .queryAllByRole(role)
      .filter((region) => region.closest('[data-announcer]') !== null)
      .flatMap((region) => [...region.children].map((message) => message.textContent ?? ''));
  return { polite: textOf('status'), assertive: textOf('alert') };
}
