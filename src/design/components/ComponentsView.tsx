import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '#ui/EmptyState/EmptyState.tsx';
import { designAddresses } from '#design/addresses.ts';
import { boardReady, type BoardApi } from '#design/board/board-api.ts';
import { useSettings } from '#design/gallery/settings.ts';
import { OwnFrame } from '#design/gallery/OwnFrame.tsx';
import { Stage } from '#design/gallery/Stage.tsx';
import { brokenPairs } from '#design/tokens/pairs.ts';
import { useTokenParts, useTokens } from '#design/tokens/use-token-parts.ts';
import styles from './ComponentsView.module.css';

/** Shows the board with all component states in a separate document, so that its window width and its modes are real. */
export function ComponentsView() {
  const { modes, name } = useSettings();
  const { docs } = useTokens();
  const frame = useRef<HTMLIFrameElement>(null);
  const [board, setBoard] = useState<BoardApi | null>(null);

  const parts = useTokenParts();
  const wanted = name.trim().toLowerCase();
  const chosen = (board?.states ?? []).filter(
    (state) => state.name.toLowerCase().includes(wanted) && (parts === null || parts.has(`ui/${state.component}`)),
  );

  useEffect(() => board?.setModes(modes), [board, modes]);
  useEffect(() => void board?.mark(brokenPairs(docs)), [board, docs]);
  const names = chosen.map((state) => state.name).join('\n');
  useEffect(() => {
    void board?.show(new Set(names.split('\n') as BoardApi['states'][number]['name'][]));
  }, [board, names]);

  return (
    <section aria-labelledby="components-heading" className={styles.root}>
      <div>
        <h2 id="components-heading" className={styles.heading}>
          Components
        </h2>
        <p className={styles.state}>{board ? `${chosen.length} of ${board.states.length} states` : 'Loading the states'}</p>
      </div>
      {board && chosen.length === 0 && <EmptyState>No state has this name and uses this token.</EmptyState>}
      <Stage>
        <OwnFrame
          ref={frame}
          title="Component states"
          src={designAddresses.board}
          className={styles.board}
          onLoad={() => connect(frame.current, setBoard)}
        />
      </Stage>
    </section>
  );
}

function connect(frame: HTMLIFrameElement | null, ready: (board: BoardApi) => void): void {
  const inner = frame?.contentWindow;
  if (!frame || !inner) return;
  const chargeInvoice = () => {
    if (inner.designBoard) ready(inner.designBoard);
  };
  chargeInvoice();
  inner.addEventListener(boardReady, chargeInvoice, { once: true });
  const content = inner.document.getElementById('root');
  if (content) new ResizeObserver(() => void (frame.style.blockSize = `${content.offsetHeight}px`)).observe(content);
}
