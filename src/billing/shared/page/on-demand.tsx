import { Activity, createElement, useEffect, useMemo, useState, type ComponentType, type Key } from 'react';
import { pageTexts } from '#lib/texts/page.ts';
import { missingCodeMessage, reloadForNewBuild } from '#lib/browser/new-build.ts';
import { whenFree } from '#lib/browser/when-used.ts';
import { uiTexts } from '#ui/texts.ts';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { PartBoundary } from './lazy-part.tsx';

export interface OnDemandPart<P extends object> {
  /** Loads the code once. The caller can retry after a failure. */
  readonly load: () => Promise<ComponentType<P>>;
  readonly current: () => ComponentType<P> | null;
}

export function onDemand<P extends object>(fetchPart: () => Promise<ComponentType<P>>): OnDemandPart<P> {
  let loaded: ComponentType<P> | null = null;
  let underWay: Promise<ComponentType<P>> | null = null;
  return {
    current: () => loaded,
    load: () =>
      (underWay ??= fetchPart().then(
        (part) => (loaded = part),
        (error: unknown) => {
          underWay = null;
          throw error;
        },
      )),
  };
}

export interface OnDemandProps<P extends object> {
  readonly part: OnDemandPart<P>;
  readonly isWanted: boolean;
  /** Called when the code could not be loaded and the user has seen the message. */
  readonly onFailed: () => void;
  /** True if the page opens the part without a press by the user. If the part then fails to load, no message is shown. */
  readonly isSilent?: boolean;
  /** True to render the part in advance, but hidden, once its code is loaded. Use this for parts that render slowly. */
  readonly isPrepared?: boolean;
  readonly props: P & { readonly key?: Key };
}

/**
 * Uses no Suspense boundary, because a boundary would delay content by a third of a second. Stays mounted, so that a dialog can animate its
 * closing.
 */
export function OnDemand<P extends object>({ part, isWanted, onFailed, isSilent, isPrepared = false, props }: OnDemandProps<P>) {
  const [wasWanted, setWasWanted] = useState(false);
  const [isReady, setReady] = useState(false);
  if (isWanted && !wasWanted && part.current()) setWasWanted(true);
  useEffect(() => prefetchWhenUsed(part, isPrepared ? () => setReady(true) : undefined), [part, isPrepared]);
  useEffect(() => {
    if (!isWanted || wasWanted) return;
    let isGone = false;
    part.load().then(
      () => !isGone && setWasWanted(true),
      () => {
        if (isGone) return;
        reloadForNewBuild();
        if (!isSilent) tellPartFailed();
        onFailed();
      },
    );
    return () => {
      isGone = true;
    };
  }, [part, isWanted, wasWanted, onFailed, isSilent]);
  const loaded = part.current();
  // The element is memoized, so that a prepared part is shown without re-rendering.
  const element = useMemo(() => loaded && createElement(loaded, props), [loaded, props]);
  if (!element || !(wasWanted || isReady)) return null;
  const guarded = (
    <PartBoundary subject={pageTexts.part} message={uiTexts.partBroken} mayPay>
      {element}
    </PartBoundary>
  );
  return isPrepared ? <Activity mode={isWanted ? 'visible' : 'hidden'}>{guarded}</Activity> : guarded;
}

export const tellPartFailed = (): void => toast({ message: missingCodeMessage(), severity: 'error', durationMs: toastDurations.long });

/** For use in effects: loads the code of a part once the page is used and idle, then calls `then`. Ignores failures. */
export const prefetchWhenUsed = <P extends object>(part: OnDemandPart<P>, then: () => void = () => undefined): (() => void) =>
  whenFree(() => void part.load().then(then, () => undefined));
