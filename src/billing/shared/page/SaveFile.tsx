import { useState } from 'react';
import { fetchFile } from '#lib/browser/call.ts';
import { messageOf } from '#lib/message-of.ts';
import { Button } from '#ui/Button/Button.tsx';
import { toast, toastDurations } from '#ui/Toast/toast.ts';

export interface SaveFileProps {
  readonly address: string;
  /** Where the platform names none. */
  readonly fallbackName: string;
  /** Said while it is fetched. */
  readonly savingMessage: string;
  readonly failure: (message: string) => string;
}

/**
 * Saves a table of a platform on another origin. A link can't carry the bearer token: the table is fetched here and saved from
 * memory, under the name that the platform gives it.
 */
export function SaveFile({ address, fallbackName, savingMessage, failure }: SaveFileProps) {
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
    <Button variant="primary" isPending={isFetching} pendingMessage={savingMessage} onPress={() => void save()}>
      Download CSV
    </Button>
  );
}
