import { useEffect, useEffectEvent } from 'react';
import { useResumeAfterReload } from './use-resume-after-reload.ts';

export function ResumeAfterReload({ slug }: { readonly slug: string }) {
  const finish = useEffectEvent(useResumeAfterReload(slug));
  useEffect(() => void finish(), []);
  return null;
}
