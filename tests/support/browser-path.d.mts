/** Path of the browser that Playwright or the system has, without windows of its own where there is one; undefined where there is none. */
export function browserPath(): string | undefined;
