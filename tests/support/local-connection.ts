/** Environment for `app.fetch` without a server: the request comes from this machine, and addresses of keys can be checked. */
export const localConnection = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };
