import { LinkButton, type LinkButtonProps } from '#ui/LinkButton/LinkButton.tsx';
import { followLink } from './PageLink.tsx';

export const PageLinkButton = (props: Omit<LinkButtonProps, 'opensInNewTab' | 'onClick'>) => <LinkButton {...props} onClick={followLink} />;
