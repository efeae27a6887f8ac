import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { whenDrawn } from '#design/gallery/drawn.ts';
import { useTokens } from './use-token-parts.ts';
import styles from './Ramps.module.css';

interface RampsProps {
  readonly wanted: ReadonlySet<string>;
  readonly onEdit?: (path: string) => void;
}

/** Formats a number without its leading zero, for example '.385'. */
const short = (part: number): string => String(Number(part.toFixed(3))).replace(/^0\./, '.');

export function Ramps({ wanted, onEdit }: RampsProps) {
  const { docs } = useTokens();
  const ramps = Object.entries(docs.ramps).map(([hue, steps]) => [hue, steps.filter(({ path }) => wanted.has(path))] as const);
  const shown = ramps.filter(([, steps]) => steps.length > 0);
  if (shown.length === 0) return <EmptyState>No reference colour has this name.</EmptyState>;
  return (
    <div className={styles.root}>
      {shown.map(([hue, steps]) => (
        <div key={hue} className={styles.ramp}>
          <h3 className={styles.hue}>{hue}</h3>
          <ul className={styles.steps}>
            {steps.map(({ step, path, hex, oklch }) => (
              <li key={step} className={styles.step}>
                <span className={styles.swatch} ref={whenDrawn({ backgroundColor: hex })} />
                {onEdit ? (
                  <button type="button" className={styles.name} aria-label={`${step}, edit ${path}`} onClick={() => onEdit(path)}>
                    {step}
                  </button>
                ) : (
                  <span className={styles.name}>{step}</span>
                )}
                <span className={styles.value}>{hex}</span>
                <span className={styles.value}>{oklch.map(short).join(' ')}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
