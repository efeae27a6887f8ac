import { BlockList, isIP } from 'node:net';

/** Removes the IPv4-mapped IPv6 prefix of an address. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Whether an address lies in one of the networks (CIDR notation). False if the text is not an IP address. */
export function isWithin(networks: readonly string[], text: string): boolean {
  const address = plain(text);
  return isIP(address) !== 0 && listOf(networks).check(address, familyOf(address));
}

export const areWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  inner.every((network) => {
    const [address = '', prefix = ''] = network.split('/');
    return outer.some((wide) => Number(wide.split('/')[1]) <= Number(prefix) && isWithin([wide], address));
  });

/** Returns the last address that is not a trusted proxy, in `forwarded` followed by `remote`. Clients can forge all earlier addresses. */
export function clientAddress(remote: string, forwarded: string | null, trusted: readonly string[]): string {
  let address = plain(remote);
  const hops = forwarded === null ? [] : forwarded.split(',').map((hop) => plain(hop.trim()));
  while (hops.length > 0 && isWithin(trusted, address)) address = hops.pop() ?? address;
  return address;
}
