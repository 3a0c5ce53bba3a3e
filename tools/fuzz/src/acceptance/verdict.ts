/** The verdict of a parser on a text. */
export type Verdict =
  | { readonly isAccepted: true; readonly text: string }
  | {
      readonly isAccepted: false;
      readonly step: 'parser' | 'verifier' | 'crash';
      readonly message: string;
      /** Line and column, from 1 on. */
      readonly place: readonly [number, number] | null;
    };
