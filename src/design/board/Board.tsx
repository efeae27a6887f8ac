import { Fragment, useSyncExternalStore, Component, type ReactNode } from 'react';
import type { NamedState } from '#ui/testing/states.ts';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { VisuallyHidden } from '#ui/VisuallyHidden/VisuallyHidden.tsx';
import { designAddresses } from '#design/addresses.ts';
import { OwnFrame } from '#design/gallery/OwnFrame.tsx';
import { boardView, subscribeBoard } from './board-store.ts';
import { nameOf } from './board-api.ts';
import styles from './Board.module.css';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

class StateBoundary extends Component<Props, { readonly message: string | null }> {
  override state: { readonly message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    return message === null ? this.props.children : <p data-failed="true">{`${this.props.name} can't be drawn: ${message}`}</p>;
  }
}

/** Components that cover the page, make it inert, or are fixed to a window edge. Each of their states gets a separate document. */
const overThePage: ReadonlySet<string> = new Set(['AlertDialog', 'Dialog', 'SidePanel', 'SkipLink', 'Toast']);

export const needsFrame = (component: string): boolean => overThePage.has(component);

export function Board({ states }: { states: readonly NamedState[] }) {
  const { layout, names, marks } = useSyncExternalStore(subscribeBoard, boardView);
  const chosen = states.filter((entry) => names.has(nameOf(entry)));
  if (layout === 'alone') {
    return (
      <main className={styles.alone}>
        {chosen.map((entry) => (
          <Fragment key={nameOf(entry)}>
            <h1>
              <VisuallyHidden>{entry.component}</VisuallyHidden>
            </h1>
            <h2>
              <VisuallyHidden>{entry.state}</VisuallyHidden>
            </h2>
            <Drawn entry={entry} />
          </Fragment>
        ))}
      </main>
    );
  }
  return (
    <main className={styles.root}>
      {byComponent(chosen).map(([component, entries]) => (
        <section key={component} aria-labelledby={`component-${component}`} className={styles.component}>
          <h2 id={`component-${component}`} className={styles.name}>
            {component}
          </h2>
          <div className={styles.states}>
            {entries.map((entry) => (
              <Tile key={entry.state} entry={entry} marks={marks.get(nameOf(entry))} />
            ))}
          </div>
        </section>
      ))}
    </main>
  );
}

function byComponent(states: readonly NamedState[]): [component: string, entries: NamedState[]][] {
  const groups = new Map<string, NamedState[]>();
  for (const entry of states) groups.set(entry.component, [...(groups.get(entry.component) ?? []), entry]);
  return [...groups];
}

function Tile({ entry, marks }: { entry: NamedState; marks: readonly string[] | undefined }) {
  const { component, state } = entry;
  const name = nameOf(entry);
  const isFramed = needsFrame(component);
  return (
    <figure className={styles.tile} data-marked={marks && 'broken'}>
      <figcaption className={styles.caption}>
        <span>{marks ? `${state}: broken` : state}</span>
        {isFramed && (
          <TextLink href={designAddresses.state(component, state)} opensInNewTab nameSuffix={`, ${name}`}>
            Open alone
          </TextLink>
        )}
        {marks && (
          <ul className={styles.marks}>
            {marks.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </figcaption>
      {isFramed ? (
        // The frames are inert, because each open dialog in a frame would otherwise take the focus.
        <OwnFrame
          title={name}
          src={designAddresses.state(component, state)}
          loading="lazy"
          className={styles.frame}
          data-state={name}
          inert
        />
      ) : (
        <div className={styles.drawn} data-state={name}>
          <Drawn entry={entry} />
        </div>
      )}
    </figure>
  );
}

function Drawn({ entry }: { entry: NamedState }) {
  return <StateBoundary name={nameOf(entry)}>{entry.render()}</StateBoundary>;
}
