import buttonStyles from '#ui/Button/Button.module.css';
import type { TextLinkProps } from '#ui/TextLink/TextLink.tsx';
import { newTab } from '#ui/TextLink/new-tab.tsx';
import { spokenName } from '#ui/VisuallyHidden/spoken-name.ts';
import type { ButtonVariant } from '#ui/Button/Button.tsx';

export interface LinkButtonProps extends Omit<TextLinkProps, 'isInText'> {
  variant?: Exclude<ButtonVariant, 'danger'>;
}

/** For actions, use Button instead. */
export function LinkButton({ children, nameSuffix = '', opensInNewTab = false, variant = 'secondary', ...props }: LinkButtonProps) {
  const { target, words, sign } = newTab(opensInNewTab);
  return (
    <a {...props} {...target} aria-label={spokenName(children, nameSuffix + words)} className={buttonStyles.root} data-variant={variant}>
      {children}
      {sign}
    </a>
  );
}
