export const designDocuments = {
  gallery: { path: '/__design', title: 'Design', entry: 'src/design/gallery/entry-gallery.tsx' },
  board: { path: '/__design/board', title: 'Component states', entry: 'src/design/board/entry-board.tsx' },
} as const;

export type DesignDocument = keyof typeof designDocuments;

export interface DocumentAssets {
  readonly script: string;
  readonly stylesheets: readonly string[];
}

/** The id of the first style sheet prevents React Aria from adding its own style sheet. */
export function designHtml(title: string, { script, stylesheets }: DocumentAssets): string {
  return [
    `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    ...stylesheets.map((href, index) => `<link rel="stylesheet" href="${href}"${index === 0 ? ' id="react-aria-pressable-style"' : ''}>`),
    `<script type="module" src="${script}"></script></head><body><div id="root"></div></body></html>`,
  ].join('');
}
