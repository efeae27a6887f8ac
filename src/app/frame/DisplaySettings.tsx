import { use } from 'react';
import { Alive } from '#billing/shared/Alive.tsx';
import { RecentMessages } from '#ui/RecentMessages/RecentMessages.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch/ThemeSwitch.tsx';
import { ServedContext } from '#app/served.ts';

/** Messages that have passed, and the choice of theme. */
export function DisplaySettings() {
  const { theme } = use(ServedContext);
  return (
    <>
      <RecentMessages />
      <ThemeSwitch servedChoice={theme} />
      <Alive boundary="display" />
    </>
  );
}
