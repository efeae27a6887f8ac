import { texts } from '#ui/texts.ts';
import styles from './Field.module.css';

export interface NecessityProps {
  /** True and false are both said in words, undefined says nothing. */
  isRequired: boolean | undefined;
  /** For controls, which tell screen readers themselves that they are required. A group has no such state. */
  isSaidByControl: boolean;
}

/** The word behind a label. */
export function Necessity({ isRequired, isSaidByControl }: NecessityProps) {
  if (isRequired === undefined) return null;
  return (
    <>
      {' '}
      <span className={styles.necessity} aria-hidden={(isRequired && isSaidByControl) || undefined}>
        ({isRequired ? texts.required : texts.optional})
      </span>
    </>
  );
}
