import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import {
  Disclosure as AriaDisclosure,
  DisclosurePanel,
  type DisclosureProps as AriaDisclosureProps,
} from 'react-aria-components/Disclosure';
import { Icon } from '#ui/Icon/Icon.tsx';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import styles from './Disclosure.module.css';

export interface DisclosureProps extends Pick<AriaDisclosureProps, 'isExpanded' | 'defaultExpanded' | 'onExpandedChange'> {
  /** The words of the button, the same open and closed. */
  title: ReactNode;
  /** Id of the button, for those who have to lead there. */
  buttonId?: string;
  /** Words that follow the visible ones in the name only; the title is then text only. */
  nameSuffix?: string | undefined;
  /** Set when the content is worth finding by headings. */
  headingLevel?: 2 | 3 | 4;
  children: ReactNode;
}

/** Content that opens directly after its button. Closed content is still found by the browser's search, and is printed. */
export function Disclosure({ title, buttonId, nameSuffix = '', headingLevel, children, ...props }: DisclosureProps) {
  const name = spokenName(title, nameSuffix);
  const trigger = (
    <Button
      slot="trigger"
      {...(buttonId !== undefined && { id: buttonId })}
      {...(name !== undefined && { 'aria-label': name })}
      className={styles.trigger ?? ''}
    >
      <span className={styles.sign}>
        <Icon name="chevronDown" />
      </span>
      <span>{title}</span>
    </Button>
  );
  const Heading = `h${headingLevel ?? 3}` as const;
  return (
    <AriaDisclosure {...props} className={styles.root ?? ''}>
      {headingLevel === undefined ? (
        <div className={styles.heading}>{trigger}</div>
      ) : (
        <Heading className={styles.heading}>{trigger}</Heading>
      )}
      {/* The content follows its button directly; a group around it would only add words. */}
      <DisclosurePanel className={styles.panel ?? ''} render={(panel) => <div {...panel} role={undefined} aria-labelledby={undefined} />}>
        {children}
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
