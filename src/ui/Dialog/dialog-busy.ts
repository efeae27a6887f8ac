import { createContext, use } from 'react';

export const DialogBusyContext = createContext(false);

/** True while the dialog is busy. For read-only fields, so that only they re-render when it changes. */
export const useIsDialogBusy = (): boolean => use(DialogBusyContext);
