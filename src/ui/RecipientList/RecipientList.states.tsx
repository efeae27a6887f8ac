import { RecipientList } from './RecipientList.tsx';
import type { RecipientWords } from './use-recipients.ts';

const words: RecipientWords = {
  invalid: (entry) => `"${entry}" is not a valid email address`,
  duplicate: (entry) => `${entry} is already in the list`,
  added: (entries, count) => `${entries.join(', ')} added, ${count} recipients`,
  removed: (entry, count) => `${entry} removed, ${count} recipients`,
};

const list = {
  label: 'Additional recipients',
  addLabel: 'Add a recipient',
  emptyText: 'No additional recipients',
  onChange: () => undefined,
  isValid: (entry: string) => entry.includes('@'),
  words,
};

export const states = {
  empty: () => <RecipientList {...list} value={[]} description="Press Enter or comma after each address. Several can be pasted." />,
  filled: () => (
    <RecipientList {...list} value={['anna@example.com', 'a.very.long.name.that.does.not.want.to.end@subdomain.example.com']} />
  ),
  unavailable: () => (
    <RecipientList {...list} value={['anna@example.com']} unavailableReason="You need additional permissions to update billing emails" />
  ),
  'percentages as chips, with an error': () => (
    <RecipientList
      {...list}
      label="Alerts"
      addLabel="Percentage"
      variant="chips"
      inputMode="decimal"
      value={['50', '80', '100']}
      entryWords={(entry) => `${entry}% spent`}
      errorMessage="Enter each percentage once"
    />
  ),
  'right to left': () => (
    <div dir="rtl">
      <RecipientList {...list} label="נמענים" addLabel="הוספה" emptyText="אין" value={['anna@example.com']} />
    </div>
  ),
};
