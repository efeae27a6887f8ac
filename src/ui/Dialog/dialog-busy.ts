import { createContext, use } from 'react';

/** Whether the dialog around is busy. */
export const DialogBusyContext = createContext(false);

/** For fields that can't be changed while their dialog is busy: they alone are drawn again when that begins and ends. */
export const useIsDialogBusy = (): boolean => use(DialogBusyContext);
