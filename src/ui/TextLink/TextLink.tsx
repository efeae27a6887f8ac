import type { MouseEventHandler, Ref } from 'react';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import { newTab } from './new-tab.tsx';
import styles from './TextLink.module.css';

export interface TextLinkProps {
  href: string;
  id?: string;
  /** Visible text. Only strings, so that the accessible name can be joined from text and suffix. */
  children: string | readonly string[];
  /** True inside a sentence. Otherwise the link is as high as a button. */
  isInText?: boolean;
  nameSuffix?: string | undefined;
  /** Opens a new tab, so that unsaved input on this page is kept. Also use it for external links. */
  opensInNewTab?: boolean;
  /** True or a file name for files: the browser saves them, and stays on the page if that fails. A name in the response has precedence. */
  download?: boolean | string;
  'aria-current'?: 'page' | undefined;
  /** Lets the router handle plain presses. `href` must still be the real URL. */
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
