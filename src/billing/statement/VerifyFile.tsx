import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { statementTexts as texts } from '#lib/texts/statement.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { FileField } from '#ui/FileField/FileField.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { readOptions } from '#billing/shared/data/queries.ts';
import { verifyFile, type FileVerification } from './verify-file.ts';

export function VerifyFile({ slug }: { slug: string }) {
  const queries = useQueryClient();
  const [verification, setVerification] = useState<FileVerification | null>(null);
  const latestFile = useRef<File | null>(null);
  const verify = async (file: File): Promise<void> => {
    latestFile.current = file;
    setVerification(null);
    announce(texts.verifying);
    const result = await verifyFile(file, {
      slug,
      read: (query) => queries.fetchQuery({ ...readOptions('getStatement', { params: { slug }, query }), staleTime: 0 }),
    });
    // The member has chosen another file in the meantime, so this result is ignored.
    if (latestFile.current !== file) return;
    setVerification(result);
    announce(result.message);
  };
  return (
    <>
      <FileField
        label={texts.verifyField}
        description={texts.verifyAbout}
        accept=".csv,.json,.journal,.beancount"
        onChoose={(file) => void verify(file)}
      />
      {verification && <Notice variant={verification.variant}>{verification.message}</Notice>}
    </>
  );
}
