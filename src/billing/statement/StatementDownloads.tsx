import type { Statement } from '#contract/types.ts';
import { isSameOrigin } from '#lib/browser/call.ts';
import { fillText } from '#lib/texts/fill.ts';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { SaveFile } from '#billing/shared/page/SaveFile.tsx';
import { statementDownloads } from './statement-view.ts';
import styles from './Statement.module.css';

const failure = (message: string): string => fillText(texts.saveFailed, { message });

export function StatementDownloads({ slug, statement }: { slug: string; statement: Statement }) {
  return (
    <SectionSheet id="downloads" title={texts.downloads}>
      <p>{texts.downloadsAbout}</p>
      <div className={styles.downloads} data-print="never">
        {statementDownloads(slug, statement).map(({ label, address, fileName }) =>
          isSameOrigin ? (
            <LinkButton key={label} href={address} download={fileName} nameSuffix=", download">
              {label}
            </LinkButton>
          ) : (
            <SaveFile
              key={label}
              label={label}
              variant="secondary"
              address={address}
              fallbackName={fileName}
              savingMessage={texts.saving}
              failure={failure}
            />
          ),
        )}
      </div>
    </SectionSheet>
  );
}
