import type { Subscription } from '#contract/types.ts';
import { costControlTexts as texts } from '#lib/texts/cost-control.ts';
import { fillText } from '#lib/texts/fill.ts';
import { Button } from '#ui/Button/Button.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { RadioCards } from '#ui/RadioCards/RadioCards.tsx';
import { uiTexts } from '#ui/texts.ts';
import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { UnmadeChangeNote } from '#billing/shared/change-plan/UnmadeChangeNote.tsx';
import { panelQuery } from '#billing/shared/page/panel.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { confirmLabel, type CapSetting } from './cap-cost.ts';
import { CapConsequences } from './CapConsequences.tsx';
import { RateTable } from './RateTable.tsx';
import { unchangedCap, useSpendCapChange, type SpendCapChange } from './use-spend-cap-change.ts';
import styles from './CapAndStop.module.css';

/** The drawings show example values, not the organization's usage. */
const capCards: readonly { value: CapSetting; title: string; description: string; drawing: React.ReactNode }[] = [
  {
    value: 'on',
    title: 'Spend cap enabled',
    description: "Usage stops at your plan's quota. You are never charged for overage.",
    drawing: <SpendCapDrawing isCapped used={250} included={250} />,
  },
  {
    value: 'off',
    title: 'Spend cap disabled',
    description: "Usage can exceed your plan's quota, and each extra unit is charged.",
    drawing: <SpendCapDrawing isCapped={false} used={310} included={250} />,
  },
];

interface SpendCapFormProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
  readonly onBusy: (isBusy: boolean) => void;
}

export function SpendCapForm({ subscription, onClose, onBusy }: SpendCapFormProps) {
  const change = useSpendCapChange(subscription, onClose, onBusy);
  const { setting, choose, whyFixed, isBusy, problem, cost } = change;
  return (
    <>
      {whyFixed !== undefined && (
        <Notice
          variant="warning"
          title="The spend cap can't be changed now"
          actions={
            whyFixed === texts.noWrite && (
              <WhoCan may="billing_write" why={whyFixed} subject="spend cap" at={panelQuery('costControl')} ask="spend_cap" />
            )
          }
        >
          {whyFixed}
        </Notice>
      )}
      <RadioCards
        label="Spend cap"
        cards={capCards}
        value={setting}
        onChange={(value) => choose(value as CapSetting)}
        isReadOnly={whyFixed !== undefined || isBusy}
      />
      <p className={styles.about}>
        The cap never covers compute, read replicas, branching, custom domains and IPv4 addresses. Nor does it cover extra disk IOPS and
        throughput, point-in-time recovery, phone MFA and log drains. They are always charged.
      </p>
      <RateTable />
      <CapConsequences change={change} />
      {problem && (
        <UnmadeChangeNote
          problem={problem}
          nowCents={cost?.bill?.dueCents ?? 0}
          failure={(message) => fillText(texts.failed, { message })}
        />
      )}
      {change.captchaElement}
      <DialogActions>
        <Button
          variant="primary"
          isPending={isBusy}
          pendingMessage={null}
          unavailableReason={whyNotNow(change)}
          onPress={() => void change.confirm()}
        >
          {confirmLabel(cost)}
        </Button>
        <Button variant="quiet" onPress={onClose} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
          Cancel
        </Button>
      </DialogActions>
    </>
  );
}

function whyNotNow({ whyFixed, current, preview, isBusy }: SpendCapChange): string | undefined {
  if (isBusy) return undefined;
  if (whyFixed !== undefined) return whyFixed;
  switch (preview?.kind) {
    case undefined:
      return unchangedCap(current);
    case 'ready':
      return undefined;
    case 'loading':
      return 'Calculating the cost...';
    case 'refused':
      return preview.message;
    case 'failed':
      return "We couldn't calculate the cost. Retry before you confirm.";
  }
}
