import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { TextLink, type TextLinkProps } from '#ui/TextLink/TextLink.tsx';

/** Presses that ask for another tab, window or file are left to the browser. */
const isPlain = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey;

/** The same for every link, which so listens to nothing: a group of projects has fifty. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): void {
  const href = event.currentTarget.getAttribute('href');
  if (event.defaultPrevented || !isPlain(event) || href === null) return;
  event.preventDefault();
  navigate(href);
}

/** A link to a page of this site: a real address, followed without loading the document again. */
export const PageLink = (props: Omit<TextLinkProps, 'opensInNewTab' | 'onClick'>) => <TextLink {...props} onClick={followLink} />;
