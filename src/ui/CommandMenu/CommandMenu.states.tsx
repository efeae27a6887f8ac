import { useState } from 'react';
import { CommandMenu, type CommandGroup } from './CommandMenu.tsx';

const nothing = () => undefined;

const groups: readonly CommandGroup[] = [
  {
    id: 'actions',
    title: 'Actions',
    commands: [
      { id: 'top-up', words: 'Top up credits', onAction: nothing },
      { id: 'cap', words: 'Change spend cap', unavailableReason: 'You do not have permission to update spend cap.', onAction: nothing },
    ],
  },
  { id: 'pages', title: 'Pages', commands: [{ id: 'usage', words: 'Usage', about: 'Acme', onAction: nothing }] },
];

function Example({ shown }: { shown: readonly CommandGroup[] }) {
  const [value, setValue] = useState('');
  return <CommandMenu label="Page or action" listLabel="Results" groups={shown} none="Nothing matches" value={value} onChange={setValue} />;
}

export const states = {
  'commands in groups': () => <Example shown={groups} />,
  'nothing matches': () => <Example shown={[]} />,
  'right to left': () => (
    <div dir="rtl">
      <Example shown={groups} />
    </div>
  ),
};
