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
  title: ReactNode;
  buttonId?: string;
  /** Text that is added only to the accessible name. The title must then be text. */
  nameSuffix?: string | undefined;
  /** Heading level of the button, if heading navigation should find the button. */
  headingLevel?: 2 | 3 | 4;
  children: ReactNode;
}

/** The browser's search finds collapsed content, and collapsed content is printed. */
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
      {/* The panel has no group role. The content follows its button, so a group would only add spoken words. */}
      <DisclosurePanel className={styles.panel ?? ''} render={(panel) => <div {...panel} role={undefined} aria-labelledby={undefined} />}>
        {children}
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
