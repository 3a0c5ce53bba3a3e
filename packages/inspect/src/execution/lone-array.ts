/** What to do with an array without a name, which no argument of a function is. */
export const loneArrayRemedy = 'put it into an npz file: np.savez(path, arg0=array)';
