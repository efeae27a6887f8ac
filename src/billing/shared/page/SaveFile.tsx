import { useState } from 'react';
import { fetchFile } from '#lib/browser/call.ts';
import { messageOf } from '#lib/message-of.ts';
import { Button } from '#ui/Button/Button.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';

export interface SaveFileProps {
  readonly id?: string;
  readonly label?: string;
  readonly variant?: 'primary' | 'secondary';
  readonly address: string;
  readonly fallbackName: string;
  readonly savingMessage: string;
  readonly failure: (message: string) => string;
}

/** Uses fetch, because a link to another origin cannot carry the bearer token. */
export function SaveFile({
  id,
  label = 'Download CSV',
  variant = 'primary',
  address,
  fallbackName,
  savingMessage,
  failure,
}: SaveFileProps) {
  const [isFetching, setIsFetching] = useState(false);
  const save = async (): Promise<void> => {
    setIsFetching(true);
    try {
      const answer = await fetchFile(address);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await answer.blob());
      link.download = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? fallbackName;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      toast({ message: failure(messageOf(error)), severity: 'error', durationMs: toastDurations.long });
    } finally {
      setIsFetching(false);
    }
  };
  return (
    <Button id={id} variant={variant} isPending={isFetching} pendingMessage={savingMessage} onPress={() => void save()}>
      {label}
    </Button>
  );
}
