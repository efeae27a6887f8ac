import { useEffect, useId, useState } from 'react';
import type { Organization } from '#contract/types.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { Button } from '#ui/Button/Button.tsx';
import { isSectionVisible, sectionOrder, sectionTitles, type SectionAnchor } from './shared/page/sections.ts';
import styles from './SectionNav.module.css';

/** Root margin of the reading line, just below the sticky bar. The current section is the last one that begins above this line. */
const readingLine = '-12% 0px -87% 0px';
const lineShare = 0.13;

/** At the end of the page, the URL determines the section, because the last sections cannot reach the reading line. */
function useCurrentSection(): SectionAnchor {
  const [current, setCurrent] = useState<SectionAnchor>('subscription');
  useEffect(() => {
    const sections = [...document.querySelectorAll('[data-boundary]:has(> section[id])')];
    const isAtEnd = (): boolean => scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const observer = new IntersectionObserver(
      () => {
        const named = location.hash.slice(1);
        const read = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight * lineShare) ?? sections[0];
        const id = isAtEnd() && document.getElementById(named)?.closest('[data-boundary]') ? named : read?.querySelector('section')?.id;
        if (id !== undefined) setCurrent(id as SectionAnchor);
      },
      { rootMargin: readingLine },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return current;
}

export function SectionNav({ organization }: { organization: Organization | null }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const current = useCurrentSection();
  return (
    <nav aria-label="Sections of this page" className={styles.root} data-print="never">
      <div className={styles.button}>
        <Button aria-expanded={isOpen} aria-controls={listId} trailingIcon="chevronDown" onPress={() => setOpen(!isOpen)}>
          Sections
        </Button>
      </div>
      <ul role="list" id={listId} className={styles.list} data-open={isOpen || undefined}>
        {sectionOrder.map(
          (anchor) =>
            isSectionVisible(anchor, organization) && (
              <li key={anchor} className={styles.entry}>
                <a
                  href={`#${anchor}`}
                  aria-current={anchor === current ? 'location' : undefined}
                  className={styles.link}
                  onClick={(event) => {
                    setOpen(false);
                    if (location.hash !== `#${anchor}`) return;
                    // If the URL already names this section, following the link would not move the focus to the section's heading.
                    event.preventDefault();
                    document.getElementById(anchor)?.scrollIntoView();
                    focusPlace(document.getElementById(`${anchor}-heading`));
                  }}
                >
                  {sectionTitles[anchor]}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
