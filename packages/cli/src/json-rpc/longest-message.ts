/** Characters or bytes of a message; a longer one is not kept. */
export const LONGEST_MESSAGE = 2 ** 28;
