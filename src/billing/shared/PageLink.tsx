import { Link } from 'wouter';
import { TextLink, type TextLinkProps } from '#ui/TextLink/TextLink.tsx';

/** A link to a page of this site: a real address, followed without loading the document again. */
export function PageLink({ href, ...props }: Omit<TextLinkProps, 'opensInNewTab' | 'onClick'>) {
  return (
    <Link href={href} asChild>
      <TextLink href={href} {...props} />
    </Link>
  );
}
