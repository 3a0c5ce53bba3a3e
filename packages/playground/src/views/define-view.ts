import type { ComponentType } from 'preact';
import type { ViewParams } from '../compiler/messages.ts';
import type { Session } from '../compiler/session.ts';

/** A view of the program below the texts: one folder with `view.tsx`, and `answer.ts` for what it asks the compiler. */
export interface View {
  /** In links, and the name of its folder. */
  readonly name: string;
  readonly title: string;
  /** Views stand in this order. */
  readonly order: number;
  readonly Component: ComponentType;
  /** The number beside the title, such as that of collectives; absent for none. */
  readonly count?: () => number | null;
  /** Whether there is anything to show; absent for a view that is always there. */
  readonly isThere?: () => boolean;
}

/** Declares a view. */
export function defineView(view: View): View {
  return view;
}

/** What the compiler answers to a view's question. It runs in a worker; what it returns is sent to the page. */
export type AnswerFunction<P extends ViewParams, A> = (session: Session, params: P) => A | Promise<A>;

/** Declares the answer to a view's question. */
export function defineAnswer<P extends ViewParams, A>(answer: AnswerFunction<P, A>): AnswerFunction<P, A> {
  return answer;
}
