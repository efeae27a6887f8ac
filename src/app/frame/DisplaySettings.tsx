import { use } from 'react';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
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
      <HydrationMarker boundary="display" />
    </>
  );
}
