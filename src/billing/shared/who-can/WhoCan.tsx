import { useCallback, useState } from 'react';
import type { Shape } from '#contract/types.ts';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, onDemand } from '#billing/shared/on-demand.tsx';
import { useCapabilities } from '#billing/shared/use-capabilities.ts';

export type Ability = keyof Shape<'MemberList'>[number]['may'];

export interface WhoCanProps {
  /** What a member who can help may do. */
  readonly may: Ability;
  /** The rule that stops this member, in the words that the page says it in. */
  readonly why: string;
  /** What it is about; follows the visible words in the name. */
  readonly subject: string;
  /** Anchor or query of this place, for example "#email" or "?panel=costControl"; empty for the whole page. */
  readonly at: string;
}

const dialog = onDemand(async () => (await import('./WhoCanDialog.tsx')).WhoCanDialog);

/** Beside what a permission keeps from a member: who else can, and a link to send them. Not there where nobody can be named. */
export function WhoCan(props: WhoCanProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (!useCapabilities()?.includes('members')) return null;
  return (
    <p>
      <Button aria-haspopup="dialog" nameSuffix={`, ${props.subject}`} onPress={() => setOpen(true)}>
        Who can do this
      </Button>
      <OnDemand part={dialog} isWanted={isOpen} onFailed={close} props={{ ...props, isOpen, onClose: close }} />
    </p>
  );
}
