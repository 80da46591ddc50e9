/** Lists of words that are ready: everyday words, names of colours (those of CSS), and of numbers; and a text to try with. */

const EVERYDAY =
  "apple bear bird black blue boat bone book brass bread brown cake castle cat chair cheese city clock cloud coal crown day deer dog door duck ear earth east egg eye field fire fish flower fox game gold grape green hand head hill honey horse house iron island key king lake leaf lemon letter lion melon milk money month moon more mouse music night north note ocean orange owl page paper pen pepper pink plant play plum poem queen rain red river road rock rose sail salt sand school sea seed send sheep ship silver sky snake snow song south spring star stone storm street sugar summer sun sword table tea tiger tower town train tree tune valley verse wall water week west white wind winter wolf word year";

const COLOURS =
  "azure beige bisque black blue brown chartreuse chocolate coral cornsilk crimson cyan darkblue darkgreen firebrick fuchsia gainsboro gold goldenrod gray green honeydew indianred indigo ivory khaki lavender lime linen magenta maroon moccasin navy oldlace olive orange orchid peru pink plum purple red rosybrown salmon seagreen seashell sienna silver skyblue snow tan teal thistle tomato turquoise violet wheat white yellow cadetblue";
const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred";

const lines = (words: string) => `${words.split(" ").join("\n")}\n`;

export const LISTS = { everyday: lines(EVERYDAY), colours: lines(COLOURS), numbers: lines(NUMBERS) };

export const LETTER = "Dear father,\nplease be quick. Send more\nmoney! Yours\n";
