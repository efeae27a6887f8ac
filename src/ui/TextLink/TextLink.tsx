import type { MouseEventHandler, Ref } from 'react';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import { newTab } from './new-tab.tsx';
import styles from './TextLink.module.css';

export interface TextLinkProps {
  href: string;
  /** The visible words: text only, so that what follows can be joined to it in the name. */
  children: string | readonly string[];
  /** Stands in a sentence, among other words. Elsewhere a link has the size of a button. */
  isInText?: boolean;
  /** Words that follow the visible ones in the name only. */
  nameSuffix?: string | undefined;
  /** Also for links that leave the site: they open apart, so that nothing half-typed is lost. */
  opensInNewTab?: boolean;
  /** For a file: it is saved, and a failure leaves the page where it is. */
  download?: boolean;
  'aria-current'?: 'page' | undefined;
  /** For the router: plain presses are taken over, the address stays real. */
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  ref?: Ref<HTMLAnchorElement>;
}

export function TextLink({ children, nameSuffix = '', opensInNewTab = false, isInText = false, ...props }: TextLinkProps) {
  const { target, words, sign } = newTab(opensInNewTab);
  return (
    <a
      {...props}
      {...target}
      aria-label={spokenName(children, nameSuffix + words)}
      className={styles.root}
      data-in-text={isInText || undefined}
    >
      {children}
      {sign}
    </a>
  );
}
