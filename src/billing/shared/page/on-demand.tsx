import { Activity, createElement, useEffect, useMemo, useState, type ComponentType, type Key } from 'react';
import { pageTexts } from '#lib/texts/page.ts';
import { reloadForNewBuild } from '#lib/browser/new-build.ts';
import { whenFree } from '#lib/browser/when-used.ts';
import { uiTexts } from '#ui/texts.ts';
import { PartBoundary } from './lazy-part.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';

/** A part of the page whose code comes when it is wanted: dialogs, panels, forms. */
export interface OnDemandPart<P extends object> {
  /** Fetches the code once; a failed attempt may be repeated. */
  readonly load: () => Promise<ComponentType<P>>;
  /** The component once its code is there. */
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
  /** The code could not be fetched, for example when offline, and the user has seen the message. */
  readonly onFailed: () => void;
  /** The page offers the part unasked: a failed fetch stays silent. */
  readonly isSilent?: boolean;
  /** Renders hidden once the page is used and idle, so that opening it only has to show it. For what takes long to render. */
  readonly isPrepared?: boolean;
  readonly props: P & { readonly key?: Key };
}

/**
 * Draws the part once it is wanted and its code is there, nothing before. It is shown in the same moment, where a
 * Suspense boundary would hold it back for a third of a second. The code is fetched ahead when the page is used and has
 * time. A part stays once it was wanted, so that a dialog can close by itself.
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
  // A prepared part is shown without rendering it again.
  const element = useMemo(() => loaded && createElement(loaded, props), [loaded, props]);
  if (!element || !(wasWanted || isReady)) return null;
  const guarded = (
    <PartBoundary subject={pageTexts.part} message={uiTexts.partBroken} mayPay>
      {element}
    </PartBoundary>
  );
  return isPrepared ? <Activity mode={isWanted ? 'visible' : 'hidden'}>{guarded}</Activity> : guarded;
}

/** Tells that a part which was asked for could not be fetched. */
export const tellPartFailed = (): void => toast({ message: pageTexts.partFailed, severity: 'error', durationMs: toastDurations.long });

/** Fetches a part when the page is used and idle; for effects. Prefetch: ignore failures. */
export const prefetchWhenUsed = <P extends object>(part: OnDemandPart<P>, then: () => void = () => undefined): (() => void) =>
  whenFree(() => void part.load().then(then, () => undefined));
