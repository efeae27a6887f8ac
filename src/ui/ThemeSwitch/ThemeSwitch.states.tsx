import { ThemeSwitch } from './ThemeSwitch.tsx';
import { parseThemeCookie } from './theme-choice.ts';

export const states = {
  'follows the system': () => <ThemeSwitch servedChoice={parseThemeCookie(null)} />,
};
