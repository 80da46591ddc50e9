/** What is said in Polish, fetched when it is chosen: by the page, and in explanations. */
export { default as templates } from "../../../messages/explain/pl.txt?raw";
export { default as words } from "./pl.json";
