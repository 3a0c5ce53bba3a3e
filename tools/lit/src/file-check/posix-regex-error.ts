/** A regular expression that POSIX refuses; `message` is the C library's wording. */
export class PosixRegexError extends Error {}
