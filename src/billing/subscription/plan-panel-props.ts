/** What the plan panel tells whoever composes it with the surveys and the way down to Free. */
export interface PlanPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Free was chosen: the downgrade has its own confirmation, above the open panel. */
  readonly onChooseFree: () => void;
}
