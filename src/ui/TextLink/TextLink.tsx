import type { MouseEventHandler, Ref } from 'react';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import { newTab } from './new-tab.tsx';
import styles from './TextLink.module.css';

export interface TextLinkProps {
  href: string;
  id?: string;
  /** Visible text. It must be strings, because the accessible name is joined from the text and the suffix. */
  children: string | readonly string[];
  /** True inside a sentence. If false, the link is as high as a button. */
  isInText?: boolean;
  nameSuffix?: string | undefined;
  /** True to open a new tab, so that this page keeps its unsaved input. Also use it for links to other sites. */
  opensInNewTab?: boolean;
  /** File name, or true, for a link to a file. If the download fails, the browser stays on the page. The response may override the name. */
  download?: boolean | string;
  'aria-current'?: 'page' | undefined;
  /** Click handler of the router. After a press without modifier keys, it follows the link. `href` must still be the real URL. */
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
