import { useEffect, useState } from 'react';
import type { SectionAnchor } from './shared/page/sections.ts';

/** The line just below what sticks to the top of the window: the section that crosses it is the one being read. */
const readingLine = '-12% 0px -87% 0px';

/** The section that is being read, from the first on. At the end of the page, where none further down can come to the line, the named one. */
export function useCurrentSection(): SectionAnchor {
  const [current, setCurrent] = useState<SectionAnchor>('subscription');
  useEffect(() => {
    const isAtEnd = (): boolean => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
    const observer = new IntersectionObserver(
      (entries) => {
        const named = window.location.hash.slice(1);
        const read = entries.find(({ isIntersecting }) => isIntersecting)?.target.querySelector('section')?.id;
        const id = isAtEnd() && document.getElementById(named)?.closest('[data-boundary]') ? named : read;
        if (id !== undefined) setCurrent(id as SectionAnchor);
      },
      { rootMargin: readingLine },
    );
    for (const section of document.querySelectorAll('[data-boundary]:has(> section[id])')) observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return current;
}
