export type Send = (request: Request) => Promise<Response>;

/** Thrown if the event was not sent; `message` contains the reason. */
export class NotSent extends Error {}

/** Sends over the network, but only to this machine: a sandbox must not send events elsewhere. */
export const sendOnThisMachine: Send = (request) => {
  const { hostname } = new URL(request.url);
  const here = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return here ? fetch(request) : Promise.reject(new NotSent('not sent: the sandbox delivers to this machine only'));
};
