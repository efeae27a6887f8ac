import { screen } from '@testing-library/react';

/** Current messages of a mounted `<Announcer />`. */
export function announcedMessages(): { polite: string[]; assertive: string[] } {
  const textOf = (role: string) =>
    screen
      .queryAllByRole(role)
      .filter((region) => region.closest('[data-announcer]') !== null)
      .flatMap((region) => [...region.children].map((message) => message.textContent ?? ''));
  return { polite: textOf('status'), assertive: textOf('alert') };
}
