import { planChangeTexts as texts } from '#lib/texts/plan-change.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { DowngradeMoney } from './DowngradeMoney.tsx';
import { Losses } from './Losses.tsx';
import { timingWords } from './timing.ts';
import type { DowngradeFacts } from './use-downgrade-facts.ts';

export interface DowngradeDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** Name of the plan that is left. */
  readonly planName: string;
  readonly facts: DowngradeFacts;
  readonly returnFocusTo?: () => HTMLElement | null;
}

/** Asks before an organization moves to Free, and says all that comes of it. */
export function DowngradeDialog({ isOpen, onClose, onConfirm, planName, facts, returnFocusTo }: DowngradeDialogProps) {
  const { preview } = facts;
  return (
    <AlertDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title="Downgrade to the Free Plan?"
      description={`${timingWords(facts.partner, facts.effectiveAt)} Projects past the limits of the Free Plan may become unresponsive or read-only, and every project is paused after a week without activity.`}
      actionLabel="Continue to downgrade"
      cancelLabel={`Keep the ${planName} Plan`}
      variant="danger"
      onAction={onConfirm}
      unavailableReason={whyNotNow(facts)}
      {...(returnFocusTo && { returnFocusTo })}
    >
      {preview.kind === 'loading' && <LoadingSheet lines={3} />}
      {preview.kind === 'refused' && (
        <Notice variant="negative" title={texts.previewFailed}>
          {preview.message}
        </Notice>
      )}
      {preview.kind === 'failed' && <ReadFailure subject="what the change costs" title={texts.previewFailed} failed={preview} />}
      {preview.kind === 'ready' && (
        <>
          {facts.charge && <DowngradeMoney charge={facts.charge} planName={planName} />}
          <Losses facts={facts} />
        </>
      )}
    </AlertDialog>
  );
}

function whyNotNow({ preview, membersInTheWay }: DowngradeFacts): string | undefined {
  switch (preview.kind) {
    case 'loading':
      return 'What the change brings is still being worked out.';
    case 'refused':
      return preview.message;
    case 'failed':
      return 'What the change brings could not be worked out. Retry that first.';
    case 'ready':
      return membersInTheWay === undefined ? 'The project limits of your members are still being looked up.' : undefined;
  }
}
