import { createContext, use } from 'react';

export const DialogBusyContext = createContext(false);

/** Returns true while the dialog is busy. For read-only fields, so that only these fields render again when the value changes. */
export const useIsDialogBusy = (): boolean => use(DialogBusyContext);
