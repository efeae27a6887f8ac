import { Icon } from '#ui/Icon/Icon.tsx';
import { uiTexts } from '#ui/texts.ts';

export function newTab(opensInNewTab: boolean) {
  return opensInNewTab
    ? ({
        target: { target: '_blank', rel: 'noopener noreferrer' },
        words: `, ${uiTexts.opensInNewTab}`,
        sign: <Icon name="newTab" />,
      } as const)
    : ({ target: {}, words: '', sign: null } as const);
}
