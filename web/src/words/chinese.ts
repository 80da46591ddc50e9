/** What is said in Chinese, fetched when it is chosen: by the page, and in explanations. */
export { default as templates } from "../../../messages/explain/zh.txt?raw";
export { default as words } from "./zh.json";
