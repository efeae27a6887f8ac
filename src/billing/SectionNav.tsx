import { useId, useState } from 'react';
import type { Organization } from '#contract/types.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { Button } from '#ui/Button/Button.tsx';
import { isSectionVisible, sectionOrder, sectionTitles } from './shared/page/sections.ts';
import { useCurrentSection } from './use-current-section.ts';
import styles from './SectionNav.module.css';

/** Links to the sections, with the current one marked: sticky if they fit on one line, else behind a button. */
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
                    if (window.location.hash !== `#${anchor}`) return;
                    // The URL already names the section, so no navigation focuses its heading.
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
