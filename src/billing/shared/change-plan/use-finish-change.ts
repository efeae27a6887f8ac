import { toast } from '#ui/Toast/toast.ts';
import { changeToast } from './change-toast.ts';
import { forgetChange, type ChangeUnderWay } from './change-under-way.ts';
import { noteFinished } from './finished-change.ts';
import { changeDirection, planOfTier } from './plan-metadata.ts';
import { useAfterChange } from './use-after-change.ts';

/** A change went through: it is told by what it was, and what it touches is read anew. */
export function useFinishChange(slug: string): (change: ChangeUnderWay) => void {
  const after = useAfterChange(slug);
  return (change) => {
    forgetChange(slug);
    toast(changeToast(change));
    void after(change.paidWith);
  };
}

/** What follows once the dialogs of a change are closed: the survey after an upgrade, the kept answers of who left for Free. */
export function followUp(slug: string, { from, tier, effectiveAt, exit }: ChangeUnderWay): void {
  const to = planOfTier(tier);
  const isUpgrade = effectiveAt === null && changeDirection(from, to) === 'upgrade';
  noteFinished({ slug, upgrade: isUpgrade ? { from, to } : null, exit: exit ?? null });
}
