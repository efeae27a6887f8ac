import type { PlanId } from '#contract/types.ts';

/** A change of plan that went through. */
export interface PlanChanged {
  readonly from: PlanId;
  readonly to: PlanId;
  readonly direction: 'upgrade' | 'downgrade';
}

/** What the plan panel tells whoever composes it with the surveys and the way down to Free. */
export interface PlanPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** A change went through; the panel is closed already. */
  readonly onChanged: (change: PlanChanged) => void;
  /** Free was chosen: the downgrade has its own confirmation, above the open panel. */
  readonly onChooseFree: () => void;
}
