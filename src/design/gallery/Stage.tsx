import type { ReactNode } from 'react';
import { whenDrawn } from './drawn.ts';
import { useSettings } from './settings.ts';
import styles from './Stage.module.css';

export function Stage({ children }: { children: ReactNode }) {
  const { width } = useSettings();
  return (
    <div className={styles.root} {...(width !== null && { role: 'region', 'aria-label': `Frames ${width} pixels wide`, tabIndex: 0 })}>
      <div className={styles.paper} ref={whenDrawn({ inlineSize: width === null ? '100%' : `${width}px` })}>
        {children}
      </div>
    </div>
  );
}
