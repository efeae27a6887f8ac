export function findings(output: string, errors: string): { readonly unavailable: string | null; readonly found: string[] };
