import { createContext, use } from 'react';

export const DialogBusyContext = createContext(false);

/** Returns true while the dialog is busy. Read-only fields call this hook. If the value changes, only these fields render again. */
export const useIsDialogBusy = (): boolean => use(DialogBusyContext);
