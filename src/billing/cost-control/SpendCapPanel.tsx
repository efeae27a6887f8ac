import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { panelButtonId } from '#billing/shared/panel.ts';

/** Turns the spend cap on or off. */
export function SpendCapPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel
      isOpen={isOpen}
      onOpenChange={onClose}
      title="Spend cap"
      returnFocusTo={() => document.getElementById(panelButtonId('costControl'))}
    >
      {null}
    </SidePanel>
  );
}
