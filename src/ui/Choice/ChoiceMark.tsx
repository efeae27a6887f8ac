import styles from './Choice.module.css';

export function ChoiceMark({ type }: { type: 'checkbox' | 'radio' }) {
  return (
    <span className={styles.mark} data-type={type}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {type === 'checkbox' ? <path d="m6 12.5 4 4 8-9" /> : <circle cx="12" cy="12" r="5" />}
      </svg>
    </span>
  );
}
