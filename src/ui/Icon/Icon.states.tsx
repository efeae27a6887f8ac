import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

const names: IconName[] = ['newTab', 'close', 'chevronDown', 'previous', 'next', 'copy', 'check', 'info', 'more', 'pending'];

export const states = {
  'all signs': () => (
    <p>
      {names.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </p>
  ),
};
