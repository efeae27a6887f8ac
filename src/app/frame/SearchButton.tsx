import { clsx } from 'clsx';
import { useCallback, useEffect, useState } from 'react';
import { onDemand, OnDemand } from '#billing/shared/page/on-demand.tsx';
import { frameTexts as texts } from '#lib/texts/frame.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Icon } from '#ui/Icon/Icon.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import type { FrameOrganization } from './frame-organization.ts';
import { isShortcutOn } from './search-shortcut.ts';
import panelStyles from './BarPanel.module.css';
import styles from './SearchButton.module.css';

const palette = onDemand(async () => (await import('#app/palette/Palette.tsx')).Palette);

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Returns true if a dialog is open. The search must not cover a dialog that contains input or is busy. */
const isDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

export function SearchButton({ organization }: { organization: FrameOrganization | null }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (!isShortcut(event) || event.repeat || !isShortcutOn() || isDialogOpen()) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <span className={styles.root}>
      <Button id="open-search" onPress={() => setOpen(true)}>
        <Icon name="search" />
        <VisuallyHidden>{texts.search}</VisuallyHidden>
        <span aria-hidden="true" className={styles.wide}>
          {texts.search}
        </span>
        <kbd aria-hidden="true" className={clsx(styles.wide, panelStyles.tag)}>
          {texts.searchHint}
        </kbd>
      </Button>
      <OnDemand part={palette} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close, organization }} />
    </span>
  );
}
