/** The reason why a file is not a profile that can be read, with its place: the file, and the byte where that is known. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}
