import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { uiTexts } from '#ui/texts.ts';
import styles from './Field.module.css';

export interface FieldLabelProps {
  children: string;
  isRequired?: boolean | undefined;
  /** True for a group, which has a text line as label and no required state. */
  isOfGroup?: boolean;
}

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
  /** Renders the label around the word for required or optional. */
  children: (necessity: ReactNode) => ReactNode;
}

/**
 * A label with "required" or "optional". A word that the control's state already conveys is outside the label, because it would join the
 * accessible name once React Aria hides the page around an open list.
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
  /** If undefined, neither word is shown. */
  isRequired: boolean | undefined;
  /** True for controls, which report their required state; groups have none. */
  isSaidByControl: boolean;
}

/** The word "required" or "optional". */
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
