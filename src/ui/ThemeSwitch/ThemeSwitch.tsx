import { useId, useSyncExternalStore } from 'react';
import { NativeChoice } from '#ui/Choice/NativeChoice.tsx';
import fieldStyles from '#ui/Field/Field.module.css';
import { uiTexts } from '#ui/texts.ts';
import { chooseTheme, currentTheme, subscribeTheme, themeChoices } from './theme-choice.ts';
import type { ThemeChoice } from './theme-choice.ts';
import styles from './ThemeSwitch.module.css';

const names = { system: uiTexts.themeSystem, light: uiTexts.themeLight, dark: uiTexts.themeDark } as const;

export interface ThemeSwitchProps {
  /** Theme from the request's cookie, for rendering on the server. The browser reads the same cookie. */
  servedChoice?: ThemeChoice | undefined;
}

/** The radios are native, because React Aria's descriptions would have no target before hydration. */
export function ThemeSwitch({ servedChoice }: ThemeSwitchProps) {
  const choice = useSyncExternalStore(subscribeTheme, currentTheme, () => servedChoice ?? currentTheme());
  const id = useId();
  return (
    <div className={styles.root} data-print="never">
      <div role="radiogroup" aria-labelledby={id} className={fieldStyles.root}>
        <span id={id} className={fieldStyles.label}>
          {uiTexts.theme}
        </span>
        <div className={styles.themes}>
          {themeChoices.map((theme) => (
            <NativeChoice
              key={theme}
              type="radio"
              name={id}
              value={theme}
              checked={choice.theme === theme}
              onChange={() => chooseTheme({ ...choice, theme })}
            >
              {names[theme]}
            </NativeChoice>
          ))}
        </div>
      </div>
      <NativeChoice
        type="checkbox"
        checked={choice.contrast === 'more'}
        onChange={({ target }) => chooseTheme({ ...choice, contrast: target.checked ? 'more' : 'system' })}
      >
        {uiTexts.moreContrast}
      </NativeChoice>
    </div>
  );
}
