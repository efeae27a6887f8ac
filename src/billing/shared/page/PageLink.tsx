import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { TextLink, type TextLinkProps } from '#ui/TextLink/TextLink.tsx';

/** Returns true for presses without modifier keys. With a modifier key, the browser opens a tab or window or saves a file. */
const isPlain = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey;

/** Click handler that all links share, because a group of projects can have fifty links. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): void {
  const href = event.currentTarget.getAttribute('href');
  if (event.defaultPrevented || !isPlain(event) || href === null) return;
  event.preventDefault();
  navigate(href);
}

export const PageLink = (props: Omit<TextLinkProps, 'opensInNewTab' | 'onClick'>) => <TextLink {...props} onClick={followLink} />;
