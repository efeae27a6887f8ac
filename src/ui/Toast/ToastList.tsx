import { useCallback, useRef, type FocusEvent, useEffect, useState } from 'react';
import { mergeProps } from 'react-aria/mergeProps';
import { useHover } from 'react-aria/useHover';
import { useLandmark } from 'react-aria/useLandmark';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { IconButton } from '#ui/IconButton/IconButton.tsx';
import { uiTexts } from '#ui/texts.ts';
import { closeToast, holdToasts, type ToastEntry } from './toast.ts';
import styles from './Toast.module.css';

export interface ToastListProps {
  label: string;
  entries: readonly ToastEntry[];
}

/**
 * Toast landmark, which F6 reaches. Hover, focus and a hidden tab pause the timers. If a closed toast had the focus, the next toast gets
 * it. If there is no next toast, the focus returns to the element that had it before.
 */
export function ToastList({ label, entries }: ToastListProps) {
  const ref = useRef<HTMLElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const { landmarkProps } = useLandmark({ role: 'region', 'aria-label': label }, ref);
  const { hoverProps } = useHover({ onHoverChange: (isHovered) => holdToasts('hover', isHovered) });
  const mount = useCallback((node: HTMLElement | null) => {
    ref.current = node;
    if (!node) return;
    const watchTab = () => holdToasts('hidden-tab', document.hidden);
    const stopKeepingClear = keepClearOfFocus(node);
    document.addEventListener('visibilitychange', watchTab);
    watchTab();
    holdToasts('not-drawn', false);
    return () => {
      document.removeEventListener('visibilitychange', watchTab);
      stopKeepingClear();
      // If the list disappears under the pointer, the browser sends no leave event, so all pauses end here.
      holdToasts('not-drawn', true);
      holdToasts('hover', false);
      holdToasts('focus', false);
    };
  }, []);
  const isOutside = (event: FocusEvent<HTMLElement>) => !event.currentTarget.contains(event.relatedTarget);
  const close = (id: number) => {
    const items = [...(ref.current?.querySelectorAll<HTMLElement>('li') ?? [])];
    const index = entries.findIndex((entry) => entry.id === id);
    const next = items[index + 1] ?? items[index - 1];
    const hadFocus = items[index]?.contains(document.activeElement);
    if (hadFocus) leaveTo(next?.querySelector('button') ?? focusedBefore.current);
    closeToast(id);
  };
  return (
    <section
      {...mergeProps(landmarkProps, hoverProps)}
      ref={mount}
      tabIndex={-1}
      className={styles.region}
      data-print="never"
      // React Aria keeps elements with this attribute usable under a modal: they are not inert and can get the focus.
      data-react-aria-top-layer="true"
      onFocus={(event) => {
        holdToasts('focus', true);
        if (isOutside(event) && event.relatedTarget instanceof HTMLElement) focusedBefore.current = event.relatedTarget;
        landmarkProps.onFocus?.(event);
      }}
      onBlur={(event) => {
        if (isOutside(event)) holdToasts('focus', false);
        landmarkProps.onBlur?.(event);
      }}
    >
      <ol role="list" className={styles.list}>
        {entries.map((entry) => (
          <ToastItem key={entry.id} entry={entry} onClose={() => close(entry.id)} />
        ))}
      </ol>
    </section>
  );
}

/**
 * Focuses the given element. If this is not possible, focuses the heading of the open dialog; without a dialog, the heading of the page.
 */
function leaveTo(place: HTMLElement | null): void {
  const at = document.activeElement;
  if (place?.isConnected && place !== document.body) focusPlace(place);
  if (document.activeElement === at)
    focusPlace([...document.querySelectorAll<HTMLElement>('[role=dialog] h2, [role=alertdialog] h2, main h1')].at(-1));
}

interface ToastItemProps {
  entry: ToastEntry;
  onClose: () => void;
}

function ToastItem({ entry: { message, severity }, onClose }: ToastItemProps) {
  // The live region must exist before its text, because screen readers often don't speak a text that appears with its region.
  const [isSpoken, setIsSpoken] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsSpoken(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <li className={styles.item} data-severity={severity}>
      <p className={styles.message} role={severity === 'error' ? 'alert' : 'status'}>
        {isSpoken && message}
      </p>
      <IconButton icon="close" label={uiTexts.close} nameSuffix={`: ${message}`} onPress={onClose} />
    </li>
  );
}

/** Moves the fixed region to the other end of the screen while it would cover the focused control. Returns a cleanup function. */
function keepClearOfFocus(region: HTMLElement): () => void {
  const place = () => {
    delete region.dataset['place'];
    const focused = document.activeElement;
    if (!focused || focused === document.body || region.contains(focused)) return;
    const control = focused.getBoundingClientRect();
    const box = region.getBoundingClientRect();
    const overlaps = control.left < box.right && control.right > box.left && control.top < box.bottom && control.bottom > box.top;
    if (overlaps) region.dataset['place'] = 'start';
  };
  const grown = new ResizeObserver(place);
  grown.observe(region);
  document.addEventListener('focusin', place);
  return () => {
    grown.disconnect();
    document.removeEventListener('focusin', place);
  };
}
