import { execFileSync } from 'node:child_process';

/** `fadvise64` by the number that Linux gives it. */
const adviseCall: Readonly<Record<string, number>> = { x64: 221, arm64: 223 };

/** Node can't ask for it, Perl is on every Debian. 4 is POSIX_FADV_DONTNEED. */
const program = (call: number): string =>
  `use File::Find; find({ no_chdir => 1, wanted => sub { return unless -f $_ && -s _; open(my $file, '<', $_) or return; ` +
  `syscall(${call}, fileno($file), 0, 0, 4) == 0 or die "$_: $!"; } }, $ARGV[0]);`;

/** Whether this machine can forget what it has read. */
export const canForget = process.platform === 'linux' && adviseCall[process.arch] !== undefined;

/** Lets the machine forget what it has read of the files in a folder, as far as they are on the disk: the next read comes from there. */
export function forgetFiles(folder: string): void {
  execFileSync('perl', ['-e', program(adviseCall[process.arch] ?? 0), folder]);
}
