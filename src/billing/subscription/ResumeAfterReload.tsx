import { useEffect, useEffectEvent } from 'react';
import { useResumeAfterReload } from './use-resume-after-reload.ts';

/** Finishes a change that was paid just before the page was reloaded. Renders nothing. */
export function ResumeAfterReload({ slug }: { readonly slug: string }) {
  const finish = useEffectEvent(useResumeAfterReload(slug));
  useEffect(() => void finish(), []);
  return null;
}
