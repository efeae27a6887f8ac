import { useCallback, useState, type ReactNode } from 'react';
import { topUpTexts } from '#lib/texts/top-up.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { OnDemand, onDemand } from '#billing/shared/page/on-demand.tsx';
import { subscriptionsWrite } from '#contract/permissions.ts';
import { proposedCentsOf } from '#billing/shared/page/proposed-act.ts';
import { useSearchPart } from '#billing/shared/page/use-panel.ts';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { ProcessedNote } from './ProcessedNote.tsx';
import { useOpenTopUp } from './top-up-attempt.ts';
import styles from './CreditsSection.module.css';

const dialog = onDemand(async () => (await import('./TopUpDialog.tsx')).TopUpDialog);

export function CreditActions({ children }: { children: ReactNode }) {
  const mayWrite = useIsAllowed(subscriptionsWrite);
  const proposedCents = useSearchPart(proposedCentsOf);
  const [wasOpened, setOpen] = useState<boolean | null>(null);
  // If the URL contains an approved proposal, the dialog is open at first. The member can close it.
  const isOpen = wasOpened ?? (proposedCents !== null && mayWrite === true);
  const slug = useSlug();
  const open = useOpenTopUp(slug);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      {open && !isOpen && (
        <Notice variant="warning" title={open === 'waiting' ? 'A top-up is waiting for your bank' : "A top-up isn't confirmed yet"}>
          {open === 'waiting'
            ? 'Nothing was charged. Open Top Up to continue or cancel it.'
            : "We don't know yet whether it was paid. Open Top Up to check; you can't be charged twice."}
        </Notice>
      )}
      <ProcessedNote />
      <div className={styles.actions}>
        <p className={styles.topUp}>
          <Button id="top-up" onPress={() => setOpen(true)} unavailableReason={mayWrite === false ? topUpTexts.noWrite : undefined}>
            Top Up
          </Button>
        </p>
        {children}
      </div>
      {mayWrite === false && (
        <WhoCan
          may="billing_write"
          why={topUpTexts.noWrite}
          subject={sectionTitles['credits-balance']}
          at="#credits-balance"
          ask="top_up"
        />
      )}
      <OnDemand part={dialog} isWanted={isOpen} onFailed={close} props={{ isOpen, onClose: close }} />
    </>
  );
}
