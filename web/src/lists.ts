/** Lists of words that are ready: names of colours (those of CSS), and of numbers. */

const COLOURS =
  "azure beige bisque black blue brown chartreuse chocolate coral cornsilk crimson cyan darkblue darkgreen firebrick fuchsia gainsboro gold goldenrod gray green honeydew indianred indigo ivory khaki lavender lime linen magenta maroon moccasin navy oldlace olive orange orchid peru pink plum purple red rosybrown salmon seagreen seashell sienna silver skyblue snow tan teal thistle tomato turquoise violet wheat white yellow cadetblue";
const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred";

const lines = (words: string) => `${words.split(" ").join("\n")}\n`;

export const LISTS = { colours: lines(COLOURS), numbers: lines(NUMBERS) };
