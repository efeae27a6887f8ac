import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, type OnDemandPart } from './on-demand.tsx';
import { worthSayingAfterMs } from './LoadingAnnouncer.tsx';
import type { SectionAnchor } from './sections.ts';

export interface EditorProps {
  readonly isOpen: boolean;
  /** Called when the form is rendered and has the focus. */
  readonly onReady: () => void;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export interface EditorOptions<P extends object> {
  readonly part: OnDemandPart<P & EditorProps>;
  readonly props: P;
  readonly anchor: SectionAnchor;
  readonly id: string;
  readonly label: string;
  readonly unavailableReason: string | undefined;
}

export interface Editor {
  /** Button that opens the form; null while it is open. */
  readonly button: ReactNode;
  readonly form: ReactNode;
}

/** The focus moves into the form, back to the button, or, after a save, to the section's heading. */
export function useEditor<P extends object>({ part, props, anchor, id, label, unavailableReason }: EditorOptions<P>): Editor {
  const [phase, setPhase] = useState<'closed' | 'opening' | 'open'>('closed');
  const ready = useCallback(() => setPhase('open'), []);
  const fail = useCallback(() => setPhase('closed'), []);
  const close = () => {
    setPhase('closed');
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const endSaved = useCallback(() => {
    const at = document.activeElement;
    // The focus stays where it is if the user moved to another section during the save.
    if (at === document.body || document.getElementById(anchor)?.contains(at)) focusPlace(document.getElementById(`${anchor}-heading`));
    // The form unmounts after the focus change. Otherwise Orca does not speak the heading.
    afterPaint(() => setPhase('closed'));
  }, [anchor]);
  const isWanted = phase !== 'closed';
  useEffect(() => {
    if (phase !== 'opening') return;
    const timer = setTimeout(() => announce('Opening the form...'), worthSayingAfterMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return {
    button: phase !== 'open' && (
      <Button
        id={id}
        onPress={() => setPhase('opening')}
        isPending={phase === 'opening'}
        pendingMessage={null}
        unavailableReason={unavailableReason}
      >
        {label}
      </Button>
    ),
    form: (
      <OnDemand
        part={part}
        isWanted={isWanted}
        onFailed={fail}
        props={{ ...props, isOpen: isWanted, onReady: ready, onClose: close, onSaved: endSaved }}
      />
    ),
  };
}
