import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { OnDemand, type OnDemandPart } from './on-demand.tsx';
import { worthSayingAfterMs } from './LoadingAnnouncer.tsx';
import type { SectionAnchor } from './sections.ts';

/** What every form inside a section is given. */
export interface EditorProps {
  readonly isOpen: boolean;
  /** The form is on screen, and has taken the focus. */
  readonly onReady: () => void;
  readonly onClose: () => void;
  /** What was typed is stored. */
  readonly onSaved: () => void;
}

export interface EditorOptions<P extends object> {
  readonly part: OnDemandPart<P & EditorProps>;
  readonly props: P;
  /** The section around it. */
  readonly anchor: SectionAnchor;
  /** Id of the button. */
  readonly id: string;
  /** Words of the button. */
  readonly label: string;
  readonly unavailableReason: string | undefined;
}

export interface Editor {
  /** The way in; null while the form is open. */
  readonly button: ReactNode;
  /** The place of the form, below. */
  readonly form: ReactNode;
}

/**
 * The way into a form of a section, whose code comes when it is wanted. Focus goes into the form and comes back here, after a
 * save to the section's heading, below which stands what was saved.
 */
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
    // Somebody who has gone on to another section while it was saved stays there.
    if (at === document.body || document.getElementById(anchor)?.contains(at)) focusPlace(document.getElementById(`${anchor}-heading`));
    // The form goes afterwards, as the button does when it opens: Orca would come to the heading without a word.
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
