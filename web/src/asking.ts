/** Asks the library. */
export type { Asked, Listen, Outcome } from "./engine/hands.ts";
export { explain, make, read, seek } from "./engine/hands.ts";
