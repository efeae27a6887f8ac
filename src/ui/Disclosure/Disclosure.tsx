import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useDisclosure } from 'react-aria/useDisclosure';
import { useDisclosureState } from 'react-stately/useDisclosureState';
import { pressHandlers } from '#ui/Button/press.ts';
import { Icon } from '#ui/Icon/Icon.tsx';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  /** The words of the button, the same open and closed. */
  title: ReactNode;
  /** Words that follow the visible ones in the name only; the title is then text only. */
  nameSuffix?: string | undefined;
  /** Set when the content is worth finding by headings. */
  headingLevel?: 2 | 3 | 4;
  isExpanded?: boolean;
  defaultExpanded?: boolean;
  onExpandedChange?: (isExpanded: boolean) => void;
  children: ReactNode;
}

/** Content that opens directly after its button. Closed content is still found by the browser's search, and is printed. */
export function Disclosure({ title, nameSuffix = '', headingLevel, children, ...props }: DisclosureProps) {
  const panelRef = useRef<HTMLDivElement>(null);
  const state = useDisclosureState(props);
  const { buttonProps, panelProps } = useDisclosure(props, state, panelRef);
  const { id, 'aria-expanded': isOpen, 'aria-controls': panelId } = buttonProps;
  const trigger = (
    <button
      type="button"
      id={id}
      aria-expanded={isOpen}
      aria-controls={panelId}
      {...pressHandlers(() => state.toggle())}
      className={styles.trigger}
      aria-label={spokenName(title, nameSuffix)}
    >
      <span className={styles.sign}>
        <Icon name="chevronDown" />
      </span>
      <span>{title}</span>
    </button>
  );
  const Heading = `h${headingLevel ?? 3}` as const;
  return (
    <div className={styles.root}>
      {headingLevel === undefined ? (
        <div className={styles.heading}>{trigger}</div>
      ) : (
        <Heading className={styles.heading}>{trigger}</Heading>
      )}
      {/* The content follows its button directly; a group around it would only add words. */}
      <div {...panelProps} role={undefined} aria-labelledby={undefined} ref={panelRef} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
