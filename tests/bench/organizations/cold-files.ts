import { execFileSync } from 'node:child_process';

/** Linux system call number of `fadvise64`. */
const adviseCall: Readonly<Record<string, number>> = { x64: 221, arm64: 223 };

/** Returns a Perl program that drops files from the cache, because Node lacks the system call. 4 is POSIX_FADV_DONTNEED. */
const program = (call: number): string =>
  `use File::Find; find({ no_chdir => 1, wanted => sub { return unless -f $_ && -s _; open(my $file, '<', $_) or return; ` +
  `syscall(${call}, fileno($file), 0, 0, 4) == 0 or die "$_: $!"; } }, $ARGV[0]);`;

export const canForget = process.platform === 'linux' && adviseCall[process.arch] !== undefined;

/** Drops a folder's files from the cache, so that the next read comes from disk. */
export function forgetFiles(folder: string): void {
  execFileSync('perl', ['-e', program(adviseCall[process.arch] ?? 0), folder]);
}
