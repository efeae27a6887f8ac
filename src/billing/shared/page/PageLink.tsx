import type { MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { TextLink, type TextLinkProps } from '#ui/TextLink/TextLink.tsx';

/** True for presses without modifiers, which would open a tab or window or save a file. */
const isPlain = ({ button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey;

/** A shared handler instead of one per link, because a group of projects has fifty links. */
export function followLink(event: MouseEvent<HTMLAnchorElement>): void {
  const href = event.currentTarget.getAttribute('href');
  if (event.defaultPrevented || !isPlain(event) || href === null) return;
  event.preventDefault();
  navigate(href);
}

export const PageLink = (props: Omit<TextLinkProps, 'opensInNewTab' | 'onClick'>) => <TextLink {...props} onClick={followLink} />;
