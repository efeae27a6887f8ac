import { invalidEntry, isEmail } from '#lib/email-entries.ts';
import { RecipientList, type RecipientListProps } from '#ui/RecipientList/RecipientList.tsx';
import { whileSaving } from '#billing/shared/page/SectionForm.tsx';

export interface EmailListProps extends Pick<
  RecipientListProps,
  'id' | 'label' | 'value' | 'onChange' | 'onTyped' | 'emptyText' | 'errorMessage'
> {
  countWords: (count: number) => string;
  isSaving: boolean;
}

export function EmailList({ countWords, isSaving, ...props }: EmailListProps) {
  return (
    <RecipientList
      {...props}
      addLabel="Add recipients"
      description="Separate addresses with commas or spaces."
      isValid={isEmail}
      words={{
        invalid: invalidEntry,
        duplicate: (entry) => `${entry} is already in the list`,
        added: (entries, count) => `${entries.length === 1 ? entries[0] : `${entries.length} addresses`} added, ${countWords(count)}`,
        removed: (entry, count) => `${entry} removed, ${countWords(count)}`,
      }}
      unavailableReason={whileSaving(isSaving)}
    />
  );
}
