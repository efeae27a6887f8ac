import styles from './SkipLink.module.css';

export interface SkipLinkProps {
  href: `#${string}`;
  children: string;
}

/** First tab stop of the page. Place the link inside a landmark. */
export function SkipLink({ href, children }: SkipLinkProps) {
  return (
    <a href={href} className={styles.root} data-print="never">
      {children}
    </a>
  );
}
