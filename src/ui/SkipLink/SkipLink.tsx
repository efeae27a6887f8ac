import styles from './SkipLink.module.css';

export interface SkipLinkProps {
  href: `#${string}`;
  children: string;
}

/** Link to the main content, and first tab stop of the page. Place it inside a landmark. */
export function SkipLink({ href, children }: SkipLinkProps) {
  return (
    <a href={href} className={styles.root} data-print="never">
      {children}
    </a>
  );
}
