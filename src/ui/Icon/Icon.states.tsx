import { Icon } from './Icon.tsx';
import type { IconName } from './Icon.tsx';

const names: IconName[] = ['newTab', 'close', 'chevronDown', 'search', 'copy', 'check', 'info', 'pending'];

export const states = {
  'all signs': () => (
    <p>
      {names.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </p>
  ),
};
