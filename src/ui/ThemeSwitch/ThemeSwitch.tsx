import { useSyncExternalStore } from 'react';
import { Checkbox } from '#ui/Checkbox/Checkbox.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { texts } from '#ui/texts.ts';
import { chooseTheme, currentTheme, subscribeTheme, themes } from './theme-choice.ts';
import type { ThemeChoice } from './theme-choice.ts';
import styles from './ThemeSwitch.module.css';

const names = { system: texts.themeSystem, light: texts.themeLight, dark: texts.themeDark } as const;

export interface ThemeSwitchProps {
  /** What the page was served with: `parseThemeCookie` of the request, the same again while hydrating. */
  servedChoice: ThemeChoice;
}

export function ThemeSwitch({ servedChoice }: ThemeSwitchProps) {
  const choice = useSyncExternalStore(subscribeTheme, currentTheme, () => servedChoice);
  return (
    <div className={styles.root} data-print="never">
      <RadioGroup
        label={texts.theme}
        orientation="horizontal"
        options={themes.map((value) => ({ value, label: names[value] }))}
        value={choice.theme}
        onChange={(value) => chooseTheme({ ...choice, theme: themes.find((theme) => theme === value) ?? 'system' })}
      />
      <Checkbox
        isSelected={choice.contrast === 'more'}
        onChange={(isMore) => chooseTheme({ ...choice, contrast: isMore ? 'more' : 'system' })}
      >
        {texts.moreContrast}
      </Checkbox>
    </div>
  );
}
