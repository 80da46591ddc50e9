// @ts-check
/**
 * The library comes in two files: the first has what reading and solving take, the other the rest, which is fetched when
 * something of it is called. `tools/halves.sh` parts them, and names what they take from each other.
 */

/**
 * @param {WebAssembly.Module} first
 * @param {WebAssembly.Imports} imports
 * @param {() => WebAssembly.Module} rest
 */
export function joined(first, imports, rest) {
  let isWhole = false;
  /** Stands in the table for a function of the rest, which puts its own there. @param {unknown} place */
  const absent = (place) => {
    /** @param {unknown[]} values */
    return (...values) => {
      if (!isWhole) new WebAssembly.Instance(rest(), { ...imports, primary: exports });
      isWhole = true;
      const table = /** @type {WebAssembly.Table} */ (exports.table);
      return table.get(Number(place))(...values);
    };
  };
  const placeholder = new Proxy({}, { get: (_, place) => absent(place) });
  const { exports } = new WebAssembly.Instance(first, { ...imports, placeholder });
  return exports;
}
