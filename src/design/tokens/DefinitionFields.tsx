import { useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { whenDrawn } from '#design/gallery/drawn.ts';
import { Choice, Slider } from '#design/gallery/Field.tsx';
import type { TokenDocs } from 'virtual:design-tokens';
import type { Definition } from './definition.ts';
import styles from './DefinitionFields.module.css';

interface DefinitionFieldsProps {
  readonly definition: Definition;
  readonly docs: TokenDocs;
  readonly onChange: (value: unknown) => void;
  readonly onEdit: (path: string) => void;
}

interface Color {
  readonly components: readonly [number, number, number];
}

interface Dimension {
  readonly value: number;
  readonly unit: string;
}

const aliasTarget = (value: unknown): string | undefined => (typeof value === 'string' ? /^\{([^{}]+)\}$/.exec(value)?.[1] : undefined);

const isColor = (value: unknown): value is Color => typeof value === 'object' && value !== null && 'components' in value;
const isDimension = (value: unknown): value is Dimension =>
  typeof value === 'object' && value !== null && 'value' in value && 'unit' in value;

export function DefinitionFields({ definition: { value, type }, docs, onChange, onEdit }: DefinitionFieldsProps) {
  const target = aliasTarget(value);
  if (target !== undefined) return <AliasField target={target} type={type} docs={docs} onChange={onChange} onEdit={onEdit} />;
  if (isColor(value)) return <ColorFields value={value} onChange={onChange} />;
  if (isDimension(value)) return <DimensionField value={value} onChange={onChange} />;
  if (typeof value === 'number') return <NumberField value={value} onChange={onChange} />;
  return <p className={styles.remark}>A composite value: edit the tokens it is built from, or its file.</p>;
}

function AliasField({
  target,
  type,
  docs,
  onChange,
  onEdit,
}: {
  target: string;
  type: string;
  docs: TokenDocs;
  onChange: (value: unknown) => void;
  onEdit: (path: string) => void;
}) {
  const tier = docs.tokens.find(({ path }) => path === target)?.tier;
  const candidates = docs.tokens.filter((token) => token.type === type && token.tier === tier).map(({ path }) => path);
  return (
    <div className={styles.root}>
      <Choice
        label="Stands on"
        value={target}
        options={candidates.map((path) => [path, path])}
        onChange={(path) => onChange(`{${path}}`)}
      />
      <div>
        <Button variant="quiet" nameSuffix={`, ${target}`} onPress={() => onEdit(target)}>
          Edit its base token
        </Button>
      </div>
    </div>
  );
}

const channels = [
  { label: 'Lightness (L)', min: 0, max: 1, step: 0.005 },
  { label: 'Chroma (C)', min: 0, max: 0.33, step: 0.001 },
  { label: 'Hue (H)', min: 0, max: 360, step: 0.5 },
] as const;

function ColorFields({ value, onChange }: { value: Color; onChange: (value: unknown) => void }) {
  const [components, setComponents] = useDraft(value.components);
  const change = (channel: number, part: number) => {
    const next = components.map((old, index) => (index === channel ? part : old)) as unknown as Color['components'];
    setComponents(next);
    onChange({ ...value, components: next });
  };
  return (
    <div className={styles.root}>
      <span className={styles.swatch} ref={whenDrawn({ backgroundColor: `oklch(${components.join(' ')})` })} />
      {channels.map(({ label, ...limits }, channel) => (
        <Slider key={label} label={label} value={components[channel] ?? 0} {...limits} onChange={(part) => change(channel, part)} />
      ))}
    </div>
  );
}

function DimensionField({ value, onChange }: { value: Dimension; onChange: (value: unknown) => void }) {
  const [amount, setAmount] = useDraft(value.value);
  const isFine = value.unit === 'rem';
  const limits = isFine
    ? { min: 0, max: Math.max(4, Math.ceil(value.value * 2)), step: 0.0625 }
    : { min: 0, max: Math.max(16, value.value * 2), step: value.unit === 'ms' ? 10 : 0.25 };
  return (
    <Slider
      label="Size"
      value={amount}
      unit={` ${value.unit}`}
      {...limits}
      onChange={(next) => {
        setAmount(next);
        onChange({ ...value, value: next });
      }}
    />
  );
}

function NumberField({ value, onChange }: { value: number; onChange: (value: unknown) => void }) {
  const [amount, setAmount] = useDraft(value);
  return (
    <Slider
      label="Number"
      value={amount}
      min={0}
      max={Math.max(10, value * 2)}
      step={Number.isInteger(value) ? 1 : 0.01}
      onChange={(next) => {
        setAmount(next);
        onChange(next);
      }}
    />
  );
}

/** Draft value of a control. A change in a code editor replaces the draft. The result of the user's own save does not replace it. */
function useDraft<T>(saved: T): [T, (draft: T) => void] {
  const key = JSON.stringify(saved);
  const [draft, setDraft] = useState({ value: saved, mine: [key] });
  if (!draft.mine.includes(key)) setDraft({ value: saved, mine: [key] });
  return [draft.value, (value) => setDraft(({ mine }) => ({ value, mine: [...mine, JSON.stringify(value)] }))];
}
