/** All that is said in Japanese, fetched when it is chosen: by the page, by the library, and in explanations. */
export { default as templates } from "../../../messages/explain/ja.txt?raw";
export { default as messages } from "../../../messages/ja.txt?raw";
export { default as words } from "./ja.json";
