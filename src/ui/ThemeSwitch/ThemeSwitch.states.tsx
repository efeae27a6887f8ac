import { ThemeSwitch } from './ThemeSwitch.tsx';

export const states = {
  'follows the system': () => <ThemeSwitch servedChoice={{ theme: 'system', contrast: 'system' }} />,
};
