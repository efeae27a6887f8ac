import { useEffect, useState } from 'react';
import type { SectionAnchor } from './shared/page/sections.ts';

/** Root margin of the line just below the sticky bar; the section that crosses it is the current one. */
const readingLine = '-12% 0px -87% 0px';

/** The current section, initially the first. Where later sections can't reach the line, it is the one in the URL. */
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
