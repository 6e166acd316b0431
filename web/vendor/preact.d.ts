// What the page uses of Preact and htm.
export type Node = VNode | string | number | boolean | null | undefined | Node[];
export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
}
export interface Context<T> {
  Provider: (props: { value: T; children?: Node }) => VNode;
}
type Change<T> = (next: T | ((before: T) => T)) => void;
type Effect = () => void | (() => void);

export function h(type: unknown, props?: Record<string, unknown> | null, ...children: Node[]): VNode;
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(tree: Node, parent: Element): void;
export class Component<Props = {}, State = {}> {
  constructor(props?: Props);
  props: Props;
  state: State;
  setState(change: Partial<State> | ((before: State) => Partial<State>)): void;
  forceUpdate(): void;
  render(): Node;
}
export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export function useState<T>(initial: T | (() => T)): [T, Change<T>];
export function useState<T>(): [T | undefined, Change<T | undefined>];
export function useReducer<T, A>(reduce: (state: T, action: A) => T, initial: T): [T, (action: A) => void];
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useRef<T>(initial: T | null): { current: T | null };
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useCallback<F>(call: F, inputs: readonly unknown[]): F;
export function useErrorBoundary(handle?: (error: unknown) => void): [unknown, () => void];
