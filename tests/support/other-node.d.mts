export const nodeVersions: Readonly<Record<22 | 24, string>>;
export const hasOtherNodes: boolean;
export function otherNode(major: string | number): string;
export function withNode(program: string, environment?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
