import { useRef, useState } from 'react';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { useSettings } from '#design/gallery/settings.ts';
import { AliasGraph } from './AliasGraph.tsx';
import { ContrastMatrix } from './ContrastMatrix.tsx';
import { groupTokens, isWanted } from './groups.ts';
import { Ramps } from './Ramps.tsx';
import { TokenEditor } from './TokenEditor.tsx';
import { TokenTable } from './TokenTable.tsx';
import { useTokens } from './use-token-parts.ts';
import styles from './TokensView.module.css';

export function TokensView() {
  const { docs } = useTokens();
  const { name, token } = useSettings();
  const { edited, edit, close } = useEditing();
  const wanted = docs.tokens.filter((candidate) => isWanted(candidate, name, token));
  const wantedPaths = new Set(wanted.map(({ path }) => path));
  const groups = groupTokens(wanted);
  return (
    <div className={styles.root}>
      {edited !== null && import.meta.hot && <TokenEditor key={edited} path={edited} onEdit={edit} onClose={close} />}
      <Part title="Ramps" state="Reference colours; they never reach a style sheet">
        <Ramps wanted={new Set([...wantedPaths, ...wanted.flatMap(({ aliases }) => aliases)])} {...(import.meta.hot && { onEdit: edit })} />
      </Part>
      <Part title="Tokens" state={`${wanted.length} of ${docs.tokens.length} tokens`}>
        {groups.length === 0 && <EmptyState>No token has this name.</EmptyState>}
        {groups.map((group) => (
          <TokenTable key={group.name} group={group} {...(import.meta.hot && { onEdit: edit })} />
        ))}
      </Part>
      <Part title="Contrast" state="Every pair that may meet, with its least ratio">
        <ContrastMatrix wanted={wantedPaths} />
      </Part>
      <Part title="Aliases" state="Tokens and the tokens they refer to, in the light theme">
        <AliasGraph tokens={docs.tokens} wanted={wanted} />
      </Part>
    </div>
  );
}

/** When the editor closes, the button that opened it gets the focus. */
function useEditing() {
  const [edited, setEdited] = useState<string | null>(null);
  const opener = useRef<Element | null>(null);
  const edit = (path: string) => {
    if (edited === null) opener.current = document.activeElement;
    setEdited(path);
  };
  const close = () => {
    setEdited(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return { edited, edit, close };
}

function Part({ title, state, children }: { title: string; state: string; children: React.ReactNode }) {
  const id = `${title.toLowerCase()}-heading`;
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.state}>{state}</p>
      </div>
      {children}
    </section>
  );
}
