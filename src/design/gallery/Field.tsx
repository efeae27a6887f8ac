import { useId, type ReactNode } from 'react';
import styles from './Field.module.css';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChange: (value: T) => void;
}

/** Native, because the gallery must work even if a component of the product is broken. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <select id={id} className={styles.control} value={value} onChange={(event) => onChange(event.target.value as T)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly suggestions?: readonly string[];
  readonly onChange: (value: string) => void;
}

export function Filter({ label, value, suggestions, onChange }: FilterProps) {
  const id = useId();
  const listId = `${id}-list`;
  return (
    <Labelled id={id} label={label}>
      <input
        id={id}
        type="search"
        className={styles.control}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        {...(suggestions && { list: listId })}
      />
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
    </Labelled>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    <label className={styles.toggle}>
      <input type="checkbox" className={styles.box} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step, unit = '', onChange }: SliderProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <span className={styles.slider}>
        <input
          id={id}
          type="range"
          className={styles.range}
          value={value}
          min={min}
          max={max}
          step={step}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        <output htmlFor={id} className={styles.output}>{`${value}${unit}`}</output>
      </span>
    </Labelled>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
    </div>
  );
}
