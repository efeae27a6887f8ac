import { Link } from 'wouter';
import { LinkButton, type LinkButtonProps } from '#ui/LinkButton/LinkButton.tsx';

/** A link to a page of this site that looks like a button. */
export function PageLinkButton({ href, ...props }: Omit<LinkButtonProps, 'opensInNewTab' | 'onClick'>) {
  return (
    <Link href={href} asChild>
      <LinkButton href={href} {...props} />
    </Link>
  );
}
