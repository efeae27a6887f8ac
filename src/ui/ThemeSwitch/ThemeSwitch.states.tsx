import { ThemeSwitch } from './ThemeSwitch.tsx';
import { systemChoice } from './theme-choice.ts';

export const states = {
  'follows the system': () => <ThemeSwitch servedChoice={systemChoice} />,
};
