import { useEffect, useState } from 'react';
import { Button } from '#ui/Button/Button.tsx';
import { subscribeTokens } from 'virtual:design-tokens';
import { themeNames, type Theme } from '#design/modes/modes.ts';
import type { Definition } from './definition.ts';
import { DefinitionFields } from './DefinitionFields.tsx';
import { loadDefinitions, useSaving } from './save-definition.ts';
import { useTokens } from './use-token-parts.ts';
import styles from './TokenEditor.module.css';

interface TokenEditorProps {
  readonly path: string;
  readonly onEdit: (path: string) => void;
  readonly onClose: () => void;
}

const contextName = (context: string): string => themeNames[context as Theme] ?? context;

/** Moves the focus to the editor, because the editor opens above the button that opened it. */
const focusOnce = (heading: HTMLElement | null): void => heading?.focus();

/** Used in development only. Every change is saved to the file immediately. */
export function TokenEditor({ path, onEdit, onClose }: TokenEditorProps) {
  const { docs } = useTokens();
  const definitions = useDefinitions(path);
  const { save, refusal } = useSaving();
  return (
    <section aria-labelledby="editor-heading" className={styles.root}>
      <div className={styles.head}>
        <h2 id="editor-heading" tabIndex={-1} ref={focusOnce} className={styles.heading}>
          {`Edit ${path}`}
        </h2>
        <Button variant="quiet" onPress={onClose}>
          Close editor
        </Button>
      </div>
      <div className={styles.definitions}>
        {definitions.map((definition) => (
          <fieldset key={definition.file}>
            <legend className={styles.legend}>
              {definition.contexts.length === 0
                ? definition.file
                : `${definition.contexts.map(contextName).join(', ')}: ${definition.file}`}
            </legend>
            <DefinitionFields definition={definition} docs={docs} onChange={(value) => save({ ...definition, value })} onEdit={onEdit} />
          </fieldset>
        ))}
      </div>
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
    </section>
  );
}

function useDefinitions(path: string): readonly Definition[] {
  const [definitions, setDefinitions] = useState<readonly Definition[]>([]);
  useEffect(() => {
    const reading = new AbortController();
    const read = async () => {
      const found = await loadDefinitions(path, reading.signal);
      if (found && !reading.signal.aborted) setDefinitions(found);
    };
    void read();
    const unsubscribe = subscribeTokens(() => void read());
    return () => {
      reading.abort();
      unsubscribe();
    };
  }, [path]);
  return definitions;
}
