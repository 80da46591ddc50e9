/** What comes later: see `Later.tsx`. */
import { begin as beginBunch } from "../bunch.ts";
import { begin as beginExplain } from "../explaining.ts";

export { AnswerPanel, Brief } from "./Answer.tsx";
export { Ask } from "./Ask.tsx";
export { Bunch } from "./Bunch.tsx";
export { Download } from "./Download.tsx";
export { Explain } from "./Explain.tsx";
export { Gallery } from "./Gallery.tsx";
export { Made } from "./Make.tsx";
export { MakeForm } from "./MakeForm.tsx";
export { Paper } from "./Paper.tsx";
export { Print } from "./Print.tsx";
export { Share } from "./Share.tsx";

beginExplain();
beginBunch();
