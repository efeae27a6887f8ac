import { useEffect, useState } from 'react';
import { paletteTexts as texts } from '#lib/texts/palette.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { CommandMenu } from '#ui/CommandMenu/CommandMenu.tsx';
import { Dialog } from '#ui/Dialog/Dialog.tsx';
import type { FrameOrganization } from '#app/frame/frame-organization.ts';
import { BillSummary } from './BillSummary.tsx';
import { matchingGroups } from './palette-groups.ts';
import { usePaletteCommands } from './use-palette-commands.ts';

/** Time in milliseconds after the last key press until the number of results is announced. */
const restMs = 500;

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly organization: FrameOrganization | null;
}

/** Search dialog. A result only opens its page, section or form; a payment always needs another press. */
export function Palette({ isOpen, onClose, organization }: PaletteProps) {
  const [isReading, setReading] = useState(false);
  const readBill = (): void => {
    onClose();
    setReading(true);
  };
  return (
    <>
      <Dialog isOpen={isOpen} onOpenChange={onClose} title={texts.title}>
        <Search organization={organization} leave={onClose} readBill={readBill} />
      </Dialog>
      {organization && <BillSummary isOpen={isReading} onClose={() => setReading(false)} organization={organization} />}
    </>
  );
}

/** Each opening of the dialog creates a new instance, so that the field is empty. */
function Search(props: Omit<Parameters<typeof usePaletteCommands>[0], 'sought'>) {
  const [sought, setSought] = useState('');
  const groups = matchingGroups(usePaletteCommands({ ...props, sought }), sought);
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0);
  useEffect(() => {
    if (sought === '') return;
    const timer = setTimeout(() => announce(count === 0 ? texts.none : texts.found(count)), restMs);
    return () => clearTimeout(timer);
  }, [sought, count]);
  return (
    <CommandMenu
      label={texts.field}
      listLabel={texts.results}
      groups={groups}
      none={texts.none}
      value={sought}
      onChange={setSought}
      // The dialog was opened to search.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
    />
  );
}
