import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { uiTexts } from '#ui/texts.ts';
import styles from './Field.module.css';

export interface FieldLabelProps {
  children: string;
  isRequired?: boolean | undefined;
  /** A group is named by a line of text, and has no state that says that it is required. */
  isOfGroup?: boolean;
}

/** The label of the React Aria field or group that it stands in. */
export function FieldLabel({ children, isRequired, isOfGroup = false }: FieldLabelProps) {
  return (
    <LabelLine isRequired={isRequired} isOfGroup={isOfGroup}>
      {(necessity) => (
        <Label>
          {children}
          {necessity}
        </Label>
      )}
    </LabelLine>
  );
}

interface LabelLineProps {
  isRequired: boolean | undefined;
  isOfGroup?: boolean;
  /** The label, around the word that belongs to the name. */
  children: (necessity: ReactNode) => ReactNode;
}

/**
 * A label with its word. What the state of the control says stands beside the label: in it, it would join the name as soon as
 * the page around an open list is hidden.
 */
export function LabelLine({ isRequired, isOfGroup = false, children }: LabelLineProps) {
  const isSaidByControl = isRequired === true && !isOfGroup;
  const necessity = <Necessity isRequired={isRequired} isSaidByControl={!isOfGroup} />;
  return (
    <span className={styles.label}>
      {children(isSaidByControl ? null : necessity)}
      {isSaidByControl && necessity}
    </span>
  );
}

interface NecessityProps {
  /** True and false are both said in words, undefined says nothing. */
  isRequired: boolean | undefined;
  /** For controls, which tell screen readers themselves that they are required. A group has no such state. */
  isSaidByControl: boolean;
}

/** The word behind a label. */
function Necessity({ isRequired, isSaidByControl }: NecessityProps) {
  if (isRequired === undefined) return null;
  return (
    <>
      {' '}
      <span className={styles.necessity} aria-hidden={(isRequired && isSaidByControl) || undefined}>
        ({isRequired ? uiTexts.required : uiTexts.optional})
      </span>
    </>
  );
}
