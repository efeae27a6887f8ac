import { whenDrawn } from '#design/gallery/drawn.ts';
import type { TokenDoc } from 'virtual:design-tokens';
import styles from './Sample.module.css';

/** Preview of a token. It uses the token's custom property, so it changes with every mode. */
export function Sample({ token: { type, property, path } }: { token: TokenDoc }) {
  if (property === undefined) return null;
  const value = `var(${property})`;
  switch (type) {
    case 'color':
      return <span className={styles.box} ref={whenDrawn({ backgroundColor: value })} />;
    case 'typography':
      return (
        <span className={styles.text} ref={whenDrawn({ font: value })}>
          Total due $1,269.04
        </span>
      );
    case 'shadow':
      return <span className={styles.raised} ref={whenDrawn({ boxShadow: value })} />;
    case 'dimension':
      return <Length value={value} path={path} />;
    default:
      return null;
  }
}

function Length({ value, path }: { value: string; path: string }) {
  if (/radius/i.test(path)) return <span className={styles.corner} ref={whenDrawn({ borderRadius: value })} />;
  if (path.startsWith('density.')) {
    return (
      <span className={styles.pair}>
        <span data-density="comfortable" className={styles.bar} ref={whenDrawn({ inlineSize: value })} />
        <span data-density="compact" className={styles.bar} ref={whenDrawn({ inlineSize: value })} />
      </span>
    );
  }
  return <span className={styles.bar} ref={whenDrawn({ inlineSize: value })} />;
}
