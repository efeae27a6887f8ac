import { useEffect, useState } from 'react';
import { organizationUpdate } from '#contract/permissions.ts';
import { afterPaint } from '#lib/browser/after-paint.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { fillText } from '#lib/texts/fill.ts';
import { noticesTexts as texts } from '#lib/texts/notices.ts';
import { Button } from '#ui/Button/Button.tsx';
import { CheckboxGroup } from '#ui/CheckboxGroup/CheckboxGroup.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import type { EditorProps } from '#billing/shared/page/use-editor.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { SectionForm } from '#billing/shared/page/SectionForm.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import styles from './EmailChoices.module.css';
import { choiceWords, mandatoryWords, type EmailSettings, optionalKinds } from './email-choices.form.ts';
import { addressId, useEmailChoices } from './use-email-choices.ts';

export function EmailChoicesEditor({ isOpen, ...props }: EditorProps) {
  return isOpen ? <ReadSettings {...props} /> : null;
}

function ReadSettings(props: Omit<EditorProps, 'isOpen'>) {
  const { onReady, onClose } = props;
  const query = useRead('getNoticeSettings', { params: { slug: useSlug() } });
  const failed = failureOf(query);
  const hasFailed = failed !== null;
  useEffect(() => (hasFailed ? afterPaint(onReady) : undefined), [hasFailed, onReady]);
  if (failed)
    return (
      <>
        <ReadFailure subject="emails for each address" title={texts.settingsFailed} failed={failed} />
        <p>
          <Button variant="quiet" onPress={onClose}>
            Close form
          </Button>
        </p>
      </>
    );
  // While the settings load, the button that opens the form shows the progress.
  return query.data ? <OpenEditor settings={query.data} {...props} /> : null;
}

function OpenEditor({ settings, onReady, onClose, onSaved }: Omit<EditorProps, 'isOpen'> & { settings: EmailSettings }) {
  const form = useEmailChoices(settings, onSaved);
  const mayUpdate = useIsAllowed(organizationUpdate);
  const [openAddress, setOpenAddress] = useState<string | null>(
    form.base.choices.length === 1 ? (form.base.choices[0]?.address ?? null) : null,
  );
  const options = optionalKinds(settings).map(({ kind, label }) => ({ value: kind, label }));
  return (
    <SectionForm
      label={emailRecipientsTexts.chooseKinds}
      subject="the emails for each address"
      state={form}
      firstFieldId={addressId(0)}
      savingMessage={texts.saving}
      unavailableReason={mayUpdate === false ? emailRecipientsTexts.noUpdate : undefined}
      onSave={() => void form.save()}
      onCancel={form.cancel}
      {...{ onReady, onClose }}
    >
      <p>{mandatoryWords(settings)}</p>
      <div className={styles.addresses}>
        {form.values.choices.map((choice, index) => {
          const isExpanded = openAddress === choice.address;
          const comesBack = settings.notice_kinds.some(({ address, bounced_at: at }) => address === choice.address && at !== null);
          return (
            <Disclosure
              key={choice.address}
              buttonId={addressId(index)}
              title={`${choice.address}: ${choiceWords(choice, options.length)}${comesBack ? `. ${texts.comesBack}` : ''}`}
              isExpanded={isExpanded}
              onExpandedChange={(isOpened) => setOpenAddress(isOpened ? choice.address : null)}
            >
              {/* Only the expanded address renders its checkboxes, because there can be two hundred addresses. */}
              {isExpanded && (
                <div className={styles.choices}>
                  {comesBack && <p>{fillText(emailRecipientsTexts.bounced, { addresses: choice.address })}</p>}
                  <form.fields.Field name={`choices[${index}].wanted`} listeners={{ onChange: form.forget }}>
                    {({ state, handleChange }) => (
                      <CheckboxGroup
                        label={fillText(texts.kindsOf, { address: choice.address })}
                        options={options}
                        value={[...state.value]}
                        onChange={(wanted) => handleChange(wanted as typeof state.value)}
                        isReadOnly={form.isSaving}
                      />
                    )}
                  </form.fields.Field>
                </div>
              )}
            </Disclosure>
          );
        })}
      </div>
      {form.failure && <FailureNote {...form.failure} />}
    </SectionForm>
  );
}
