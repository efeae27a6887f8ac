import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { guardMoves, undoNavigation } from '#lib/browser/history-guard.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';

export interface LeaveGuardProps {
  readonly isChanged: boolean;
  /** Name of the unsaved data, such as "the billing address". The text of the dialog contains this name. */
  readonly subject: string;
}

export function LeaveGuard({ isChanged, subject }: LeaveGuardProps) {
  const [, navigate] = useLocation();
  const [requestedUrl, setRequestedUrl] = useState<string | null>(null);
  useEffect(() => (isChanged ? watchLeaving(setRequestedUrl) : undefined), [isChanged]);
  return (
    <AlertDialog
      isOpen={requestedUrl !== null}
      onOpenChange={() => setRequestedUrl(null)}
      title="Leave without saving?"
      description={`Your changes to ${subject} have not been saved. If you leave this page now, they are lost.`}
      actionLabel="Leave page"
      cancelLabel="Stay here"
      variant="danger"
      onAction={() => {
        setRequestedUrl(null);
        if (requestedUrl !== null) navigate(requestedUrl);
      }}
    />
  );
}

/** Returns the address that a click opens instead of this page; null if this page stays open. */
function pageLeftBy(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || (link.target !== '' && link.target !== '_self')) return null;
  if (link.origin !== window.location.origin || link.pathname === window.location.pathname) return null;
  return link.pathname + link.search + link.hash;
}

/** Intercepts links to other pages of this site and calls `ask`. Before other navigation, the browser asks. @returns a cleanup function */
function watchLeaving(ask: (to: string) => void): () => void {
  const here = window.location.pathname;
  let address = window.location.href;
  const click = (event: MouseEvent) => {
    address = window.location.href;
    const to = pageLeftBy(event);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    ask(to);
  };
  const move = (event: PopStateEvent) => {
    const { pathname, search, hash } = window.location;
    if (pathname === here) {
      address = window.location.href;
      return;
    }
    undoNavigation(event, address);
    ask(pathname + search + hash);
  };
  const unload = (event: BeforeUnloadEvent) => event.preventDefault();
  document.addEventListener('click', click, true);
  const letGo = guardMoves(move);
  window.addEventListener('beforeunload', unload);
  return () => {
    document.removeEventListener('click', click, true);
    letGo();
    window.removeEventListener('beforeunload', unload);
  };
}
