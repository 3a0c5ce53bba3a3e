/** Messages of system errors, by their codes; Node's own messages name internal calls. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EBUSY: 'Device or resource busy',
  EDQUOT: 'Disk quota exceeded',
  EEXIST: 'It is a file, not a folder',
  EFBIG: 'File too large',
  EIO: 'Input/output error',
  EISDIR: 'Is a directory',
  ELOOP: 'Too many levels of symbolic links',
  EMFILE: 'Too many open files',
  ENAMETOOLONG: 'File name too long',
  ENFILE: 'Too many open files in the system',
  ENODEV: 'No such device',
  ENOENT: 'No such file or directory',
  ENOMEM: 'Cannot allocate memory',
  ENOSPC: 'No space left on device',
  ENOTDIR: 'Not a directory',
  ENXIO: 'No such device or address',
  EPIPE: 'Broken pipe',
  EPERM: 'Operation not permitted',
  EROFS: 'Read-only file system',
  ETXTBSY: 'Text file busy',
  ERR_FS_FILE_TOO_LARGE: 'File too large: 2 GiB are read at most',
  ERR_INVALID_ARG_VALUE: 'Names of files have no null bytes',
};

/** Returns the code of a system error, such as `ENOENT`; `null` for other errors. */
export function codeOf(error: unknown): string | null {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && typeof error.code === 'string' ? error.code : null;
}

/** Returns why a file can't be read or written, in the words of the system. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const known = code === null ? undefined : SYSTEM_ERRORS[code];
  if (known !== undefined) return known;
  return error instanceof Error ? error.message : String(error);
}
