import type { CallName } from '#contract/calls.ts';
import { useAttemptWrite } from '#billing/shared/data/attempt-write.ts';
import type { WriteOptions } from '#billing/shared/data/write.ts';
import { FailureNote } from './FailureNote.tsx';

interface ConfirmedWriteOptions<N extends CallName> extends Omit<WriteOptions<N>, 'place'> {
  readonly onClose: () => void;
  readonly busyMessage: string;
}

/** Closing the dialog clears the failure. */
export function useConfirmedWrite<N extends CallName>(name: N, { onClose, busyMessage, ...options }: ConfirmedWriteOptions<N>) {
  const { write, isPending, failure, reset } = useAttemptWrite(name, { ...options, place: 'alert' });
  const onOpenChange = (isOpen: boolean): void => {
    if (isOpen) return;
    reset();
    onClose();
  };
  return {
    write,
    dialogProps: { onOpenChange, busyMessage: isPending ? busyMessage : null, children: failure && <FailureNote {...failure} /> },
  };
}
