import { useCallback, useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, type OnDemandPart } from './on-demand.tsx';

/** What every form inside a section is given. */
export interface EditorProps {
  readonly isOpen: boolean;
  /** The form is on screen, and has taken the focus. */
  readonly onReady: () => void;
  readonly onClose: () => void;
}

export interface EditorSlotProps<P extends object> {
  readonly part: OnDemandPart<P & EditorProps>;
  readonly props: P;
  /** Id of the button. */
  readonly id: string;
  /** Words of the button. */
  readonly label: string;
  readonly unavailableReason: string | undefined;
}

/** The way into a form of a section, whose code comes when it is wanted. Focus goes into the form and comes back here. */
export function EditorSlot<P extends object>({ part, props, id, label, unavailableReason }: EditorSlotProps<P>) {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed');
  const ready = useCallback(() => setPhase('open'), []);
  const fail = useCallback(() => setPhase('closed'), []);
  const close = () => {
    setPhase('closed');
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const isWanted = phase !== 'closed';
  return (
    <>
      {phase !== 'open' && (
        <p>
          <Button
            id={id}
            onPress={() => setPhase('opening')}
            isPending={phase === 'opening'}
            pendingMessage="Opening the form..."
            unavailableReason={unavailableReason}
          >
            {label}
          </Button>
        </p>
      )}
      <OnDemand part={part} isWanted={isWanted} onFailed={fail} props={{ ...props, isOpen: isWanted, onReady: ready, onClose: close }} />
    </>
  );
}
