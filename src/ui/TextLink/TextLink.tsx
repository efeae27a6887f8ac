import type { MouseEventHandler, Ref } from 'react';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import { newTab } from './new-tab.tsx';
import styles from './TextLink.module.css';

export interface TextLinkProps {
  href: string;
  /** Visible text; text only, so that the suffix can be joined in the accessible name. */
  children: string | readonly string[];
  /** True inside a sentence. Otherwise the link has button size. */
  isInText?: boolean;
  /** Added to the accessible name only. */
  nameSuffix?: string | undefined;
  /** Also for external links: a new tab keeps unsaved input. */
  opensInNewTab?: boolean;
  /** For files: saved by the browser, and a failure keeps the page. */
  download?: boolean;
  'aria-current'?: 'page' | undefined;
  /** For the router: handles plain presses; the address stays real. */
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
