import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '#contract/types.ts';
import { callPlatform } from '#lib/browser/call.ts';
import type { CallError } from '#lib/call-error.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { costControlTexts } from '#lib/texts/cost-control.ts';
import { stopChargesTexts as texts } from '#lib/texts/stop-charges.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { readKey, useRead } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useConfirmedWrite } from '#billing/shared/page/use-confirmed-write.tsx';
import styles from './CapAndStop.module.css';

type Budget = CallResponse<'listBudgets'>['budgets'][number];

export interface StopChargesDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
  /** Limit that this dialog set earlier and now removes; undefined if the dialog sets a new limit. */
  readonly stop: Budget | undefined;
}

export function StopChargesDialog({ stop, ...frame }: StopChargesDialogProps) {
  return stop ? <UndoDialog {...frame} stop={stop} /> : <StopDialog {...frame} />;
}

type Frame = Omit<StopChargesDialogProps, 'stop'>;

const limitOf = (amountCents: number) => ({
  name: costControlTexts.stopName,
  scope: 'organization',
  basis: 'overage' as const,
  amount_cents: amountCents,
  thresholds: [],
  at_limit: 'stop' as const,
  origin: 'stop_charges' as const,
});

function useEffectOfStop(isOpen: boolean) {
  const input = { params: { slug: useSlug() }, body: limitOf(0) };
  return useQuery<CallResponse<'previewBudget'>, CallError>({
    queryKey: ['previewBudget', input],
    queryFn: async ({ signal }) => (await callPlatform('previewBudget', input, signal)).data,
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
}

function StopDialog({ isOpen, onClose, returnFocusTo }: Frame) {
  const slug = useSlug();
  const client = useQueryClient();
  const budgets = useRead('listBudgets', { params: { slug } }).data?.budgets;
  const reached = budgets?.find(({ scope, limit_reached: isReached }) => scope === 'organization' && isReached);
  const { data: preview, error, isFetching } = useEffectOfStop(isOpen);
  const { write, dialogProps } = useConfirmedWrite('createBudget', {
    failure: (message) => fillText(texts.stopFailed, { message }),
    busyMessage: texts.stopping,
    onClose,
  });
  const effect = isFetching ? undefined : preview?.stop;
  const sum = formatCents(effect?.charged_cents ?? 0);
  async function stop(): Promise<void> {
    if (!effect) return;
    const { ok } = await write({ params: { slug }, body: limitOf(effect.charged_cents) });
    if (!ok) return;
    await client.invalidateQueries({ queryKey: readKey('listBudgets', { params: { slug } }) });
    toast({ message: fillText(texts.stopped, { sum }), severity: 'success', durationMs: toastDurations.long });
    onClose();
  }
  const why = reached ? fillText(texts.alreadyStopped, { name: reached.name }) : effect ? undefined : texts.calculating;
  return (
    <AlertDialog
      {...dialogProps}
      isOpen={isOpen}
      returnFocusTo={returnFocusTo}
      title={texts.stopTitle}
      description={effect ? `${fillText(texts.stopEffect, { sum })} ${texts.promise} ${texts.stays}` : texts.calculating}
      actionLabel={effect ? fillText(texts.stop, { sum }) : costControlTexts.stopName}
      cancelLabel="Cancel"
      unavailableReason={why}
      onAction={() => void stop()}
    >
      {effect && (
        <div className={styles.effects}>
          <p>{fillText(texts.covered, { metrics: effect.covers.join(', ') })}</p>
          <p>{fillText(texts.notCovered, { metrics: effect.cannot_cover.join(', ') })}</p>
        </div>
      )}
      {effect && <p>{texts.consequence}</p>}
      {error && !isFetching && (
        <FailureNote title={texts.stopTitle} message={fillText(texts.previewFailed, { message: error.message })} error={error} />
      )}
      {dialogProps.children}
    </AlertDialog>
  );
}

function UndoDialog({ isOpen, onClose, returnFocusTo, stop: { id, amount_cents: amountCents } }: Frame & { readonly stop: Budget }) {
  const slug = useSlug();
  const client = useQueryClient();
  const { write, dialogProps } = useConfirmedWrite('deleteBudget', {
    failure: (message) => fillText(texts.undoFailed, { message }),
    busyMessage: texts.undoing,
    onClose,
  });
  async function undo(): Promise<void> {
    const { ok } = await write({ params: { slug, budget_id: id } });
    if (!ok) return;
    await client.invalidateQueries({ queryKey: readKey('listBudgets', { params: { slug } }) });
    toast({ message: texts.undone, severity: 'success', durationMs: toastDurations.short });
    onClose();
  }
  return (
    <AlertDialog
      {...dialogProps}
      isOpen={isOpen}
      returnFocusTo={returnFocusTo}
      title={texts.undoTitle}
      description={fillText(texts.undoEffect, { sum: formatCents(amountCents) })}
      actionLabel={texts.undo}
      cancelLabel="Cancel"
      onAction={() => void undo()}
    />
  );
}
