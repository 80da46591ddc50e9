//! Answers that people give: a drawing or a text filled in, wholly or in part, or a list such as `S=9,E=5`.

use super::places;
use super::places::cell_named;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::Cell;
use fukumen_language::message::{Message, message};
use fukumen_language::puzzle::{Glyph, Kind, Puzzle};
use fukumen_language::spelling;
use fukumen_language::spelling::plain_twin;

/// Signs for a digit that is not filled in yet, beside the blanks of the puzzle itself.
const OPEN: &[&str] = &["?", "_", "□", "▢", "○", "？"];

/// Signs that are written in several ways.
const SIGNS: &[&[&str]] = &[
    &["*", "×", "·", "⋅", "∙", "x", "X"],
    &["/", "÷", ":", "∕", "⁄"],
    &["-", "−", "–"],
    &["=", "＝"],
    &["+", "＋"],
];

/// Digits that an answer gives, each with its cell; a cell may be given several digits.
pub type Filled = Vec<(Cell, Digit)>;

/// Reads an answer to a puzzle.
///
/// ```
/// # mod fukumen { pub use fukumen_engine::*; pub use fukumen_explain as explain; pub use fukumen_language::*; }
/// use fukumen::Puzzle;
/// use fukumen::explain::answer;
/// let puzzle: Puzzle = "SEND+MORE=MONEY".parse()?;
/// assert_eq!(answer(&puzzle, "S=9, E=5"), Ok(vec![(puzzle.cell("S").unwrap(), 9), (puzzle.cell("E").unwrap(), 5)]));
/// assert_eq!(answer(&puzzle, "9?67 + 10?? = 10652").map(|filled| filled.len()), Ok(10));
/// assert_eq!(answer(&puzzle, "S:9 E:5"), answer(&puzzle, "S=9, E=5"));
/// assert!(answer(&puzzle, "957+1085=10652").is_err());
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
///
/// # Errors
/// What keeps it from being an answer: a symbol that the puzzle lacks, a digit of another base, another shape.
pub fn answer(puzzle: &Puzzle, text: &str) -> Result<Filled, Message> {
    let read = |text: &str| match is_list(puzzle, text) {
        true => assignments(puzzle, text),
        false => Shape::of(puzzle).fill(puzzle, text),
    };
    read(text).or_else(|error| read(&plainer(text)).map_err(|_| error))
}

/// An answer as people write it: full-width signs, a full stop at the end, `S:9 E:5`, `SEND = 9567 MORE = 1085`, `9 5 + 1 0 = 1 0 5`.
fn plainer(text: &str) -> String {
    let text: String = text.trim().trim_end_matches(['.', '。', '!']).chars().map(plain_twin).collect();
    let text = if text.contains('=') { text.to_owned() } else { text.replace([':', '→'], "=") };
    // A name and a value for each equals sign: between two of these a comma is missing.
    let words = text.split(|c: char| c == '=' || c.is_whitespace()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let is_row = words.len() == 2 * text.matches('=').count() && !text.contains([',', ';', '\n']);
    if is_row {
        return words.chunks(2).map(|pair| pair.join("=")).collect::<Vec<_>>().join(", ");
    }
    let is_spaced = text.split_whitespace().all(|word| word.chars().count() == 1);
    if is_spaced { text.split_whitespace().collect() } else { text }
}

/// Reads digits that are known: `M=1, O=0`, or a drawing that is filled in partly. No cell is given two digits.
///
/// # Errors
/// As [`answer`]; and if a digit is given twice, differently.
pub fn known(puzzle: &Puzzle, text: &str) -> Result<Filled, Message> {
    let mut known = Filled::new();
    for (cell, digit) in answer(puzzle, text)? {
        match known.iter().find(|(other, _)| *other == cell) {
            Some((_, other)) if *other != digit => {
                let base = puzzle.rules().base;
                let (name, first, second) = (name_of(puzzle, cell), base.name(*other), base.name(digit));
                return Err(message!("answer-twice", name = name, first = first, second = second));
            }
            Some(_) => {}
            None => known.push((cell, digit)),
        }
    }
    Ok(known)
}

/// What a cell is called.
pub(super) fn name_of(puzzle: &Puzzle, cell: Cell) -> String {
    let found = places(puzzle).into_iter().find(|(_, other)| *other == cell);
    found.map_or(String::new(), |(name, _)| name)
}

/// The parts of a list, each of which gives a digit.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', '\n', '，', '、']).map(str::trim).filter(|part| !part.is_empty())
}

/// Whether every part is a name and something behind `=`, and no part could be filled in.
fn is_list(puzzle: &Puzzle, text: &str) -> bool {
    let is_name = |name: &str| {
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        !name.is_empty() && !is_number && spelling::count(name) <= 1 || cell_named(puzzle, name).is_some()
    };
    // `AB=25*3` is a puzzle that is filled in.
    let is_word = |name: &str, value: &str| word(puzzle, name).is_some() && digits(puzzle, value).is_some();
    let is_part = |part: &str| {
        part.split_once('=').is_some_and(|(name, value)| {
            (is_name(name.trim()) || is_word(name.trim(), value.trim())) && !value.contains('=')
        })
    };
    parts(text).next().is_some() && parts(text).all(is_part)
}

fn assignments(puzzle: &Puzzle, text: &str) -> Result<Filled, Message> {
    let mut filled = Filled::new();
    for part in parts(text) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let (name, value) = (name.trim(), value.trim());
        match word(puzzle, name) {
            Some(cells) if cells.len() > 1 => filled.extend(number(puzzle, name, &cells, value)?),
            _ => filled.push(digit(puzzle, name, value)?),
        }
    }
    Ok(filled)
}

/// `E=5`: a symbol or a blank, and its digit.
fn digit(puzzle: &Puzzle, name: &str, value: &str) -> Result<(Cell, Digit), Message> {
    let base = puzzle.rules().base;
    let cell = cell_named(puzzle, name).ok_or_else(|| message!("answer-no-symbol", name = name))?;
    let digit = base.read(value).filter(|(_, length)| *length == value.len()).map(|(digit, _)| digit);
    // Settings write a digit as a decimal number.
    let digit = digit.or_else(|| value.parse().ok().filter(|digit| *digit < base.get()));
    let digit = digit.ok_or_else(|| message!("answer-no-digit", value = value, name = name, base = base))?;
    Ok((cell, digit))
}

/// The symbols of a word, if it consists of symbols alone.
fn word(puzzle: &Puzzle, name: &str) -> Option<Vec<Cell>> {
    spelling::clusters(name).map(|symbol| puzzle.cell(symbol)).collect()
}

/// `MONEY=10652`: a word, and its digits one by one.
fn number(puzzle: &Puzzle, name: &str, cells: &[Cell], value: &str) -> Result<Filled, Message> {
    let digits = digits(puzzle, value).filter(|digits| digits.len() == cells.len());
    let base = puzzle.rules().base;
    let digits = digits.ok_or_else(|| {
        message!("answer-no-number", value = value, name = name, expected = cells.len(), base = base)
    })?;
    Ok(cells.iter().copied().zip(digits).collect())
}

/// The digits of a number.
fn digits(puzzle: &Puzzle, number: &str) -> Option<Vec<Digit>> {
    let (mut rest, mut digits) = (number, Vec::new());
    while let Some((digit, length)) = puzzle.rules().base.read(rest) {
        digits.push(digit);
        rest = &rest[length..];
    }
    (rest.is_empty() && !digits.is_empty()).then_some(digits)
}

/// A puzzle or an answer as rows of numbers and signs.
struct Shape {
    rows: Vec<Vec<Part>>,
}

/// A number, or a sign.
enum Part {
    Number(Vec<Spot>),
    Sign(String),
}

/// A place for a digit.
enum Spot {
    Hidden(Cell, String),
    Shown(Digit),
    Open,
}

impl Shape {
    /// The shape of a puzzle as it is drawn. Rows of rules only are left out.
    fn of(puzzle: &Puzzle) -> Self {
        let (base, sheet) = (puzzle.rules().base, puzzle.sheet());
        let rows = sheet.rows().iter().map(|row| {
            let mut parts: Vec<Part> = Vec::new();
            let mut end = None;
            let mut glyphs = row.glyphs().iter().cloned();
            while let Some(mut glyph) = glyphs.next() {
                // A digit in brackets is several glyphs.
                if &*glyph.text == "[" {
                    let inner: String =
                        glyphs.by_ref().map(|glyph| glyph.text).take_while(|text| &**text != "]").collect();
                    glyph.width += spelling::count(&inner) + 1;
                    glyph.text = format!("[{inner}]").into();
                }
                let start = glyph.column.saturating_sub(sheet.room().saturating_sub(glyph.width));
                let touches = end.is_some_and(|end| start <= end);
                end = None;
                match (spot(&glyph, base), parts.last_mut()) {
                    (Some(spot), Some(Part::Number(spots))) if touches => spots.push(spot),
                    (Some(spot), _) => parts.push(Part::Number(vec![spot])),
                    (None, _) => {
                        parts.push(Part::Sign(glyph.text.to_string()));
                        continue;
                    }
                }
                end = Some(glyph.column + glyph.width);
            }
            parts
        });
        Self { rows: rows.filter(|row| !row.is_empty()).collect() }
    }

    /// The shape of an answer to a puzzle. What leaves a digit open is one of `blanks`, or a symbol of the puzzle that is not
    /// filled in yet; `words` are signs, such as the names of functions. Letters that are digits stay digits.
    fn of_answer(text: &str, puzzle: &Puzzle, blanks: &[&str], words: &[&str]) -> Self {
        let base = puzzle.rules().base;
        let rows = text.lines().map(|line| {
            let mut parts: Vec<Part> = Vec::new();
            let (mut rest, mut touches) = (line, false);
            while let Some(cluster) = spelling::clusters(rest).next() {
                let (spot, length) =
                    match (words.iter().find(|word| rest.starts_with(**word)), base.read(rest)) {
                        (Some(word), _) => (None, word.len()),
                        (None, Some((digit, length))) => (Some(Spot::Shown(digit)), length),
                        (None, None) if blanks.contains(&cluster) || puzzle.cell(cluster).is_some() => {
                            (Some(Spot::Open), cluster.len())
                        }
                        (None, None) => (None, cluster.len()),
                    };
                let sign = &rest[..length];
                rest = &rest[length..];
                match (spot, parts.last_mut()) {
                    (Some(spot), Some(Part::Number(spots))) if touches => spots.push(spot),
                    (Some(spot), _) => parts.push(Part::Number(vec![spot])),
                    (None, _) if sign.trim().is_empty() => {}
                    (None, _) => parts.push(Part::Sign(sign.into())),
                }
                touches = matches!(parts.last(), Some(Part::Number(_))) && !sign.trim().is_empty();
            }
            parts
        });
        Self { rows: rows.filter(|row| row.iter().any(|part| matches!(part, Part::Number(_)))).collect() }
    }

    /// The numbers, each with the row that it stands in, from 1.
    fn numbers(&self) -> Vec<(usize, &[Spot])> {
        let mut numbers = Vec::new();
        for (row, line) in self.rows.iter().zip(1..) {
            for part in row {
                if let Part::Number(spots) = part {
                    numbers.push((line, spots.as_slice()));
                }
            }
        }
        numbers
    }

    fn signs(&self) -> Vec<&str> {
        let parts = self.rows.iter().flatten();
        parts
            .filter_map(|part| if let Part::Sign(sign) = part { Some(sign.as_str()) } else { None })
            .collect()
    }

    /// The signs that leave a digit open in an answer: none that is a sign of the puzzle.
    fn blanks<'p>(&self, puzzle: &'p Puzzle) -> Vec<&'p str> {
        let signs = self.signs();
        let own = puzzle.hidden().iter().filter(|hidden| hidden.kind == Kind::Blank);
        let blanks = own.map(|hidden| hidden.name.as_str()).chain(OPEN.iter().copied());
        blanks.filter(|blank| !signs.contains(blank)).collect()
    }

    /// The digits that an answer puts into this shape. A line of underscores is a row of open digits or, if that does not fit,
    /// a rule of the drawing.
    fn fill(&self, puzzle: &Puzzle, text: &str) -> Result<Filled, Message> {
        self.fill_rows(puzzle, text).or_else(|error| {
            let is_rule = |line: &&str| line.trim().len() > 1 && line.trim().bytes().all(|sign| sign == b'_');
            let rows: Vec<&str> = text.lines().filter(|line| !is_rule(line)).collect();
            self.fill_rows(puzzle, &rows.join("\n")).map_err(|_| error)
        })
    }

    /// Rows are told from each other by their numbers alone.
    fn fill_rows(&self, puzzle: &Puzzle, text: &str) -> Result<Filled, Message> {
        let base = puzzle.rules().base;
        let signs = self.signs();
        let words: Vec<&str> =
            signs.iter().copied().filter(|sign| sign.starts_with(char::is_alphabetic)).collect();
        let answer = Self::of_answer(text, puzzle, &self.blanks(puzzle), &words);
        let (own, given) = (self.numbers(), answer.numbers());
        if given.len() != own.len() {
            return Err(message!("answer-numbers", expected = own.len(), found = given.len()));
        }
        for (i, (line, spots)) in own.iter().enumerate() {
            let found = given.get(i).map_or(0, |(_, spots)| spots.len());
            if found != spots.len() {
                return Err(message!(
                    "answer-shape",
                    row = line,
                    number = written(spots, base),
                    expected = spots.len(),
                    found = found
                ));
            }
        }
        let given_signs = answer.signs();
        if self.rows.len() == answer.rows.len()
            && let Some((expected, found)) = signs.iter().zip(&given_signs).find(|(a, b)| !is_same(a, b))
        {
            return Err(message!("answer-sign", expected = expected, found = found));
        }
        let mut filled = Filled::new();
        for ((line, own), (_, given)) in own.iter().zip(&given) {
            for (own, given) in own.iter().zip(*given) {
                filled.extend(filled_in(own, given, *line, base)?);
            }
        }
        Ok(filled)
    }
}

/// The digit that a place is given; nothing if it is left open.
fn filled_in(own: &Spot, given: &Spot, row: usize, base: Base) -> Result<Option<(Cell, Digit)>, Message> {
    match (own, given) {
        (Spot::Hidden(cell, _), Spot::Shown(digit)) => Ok(Some((*cell, *digit))),
        (Spot::Shown(shown), Spot::Shown(digit)) if shown != digit => {
            Err(message!("answer-shown", row = row, shown = base.name(*shown), found = base.name(*digit)))
        }
        _ => Ok(None),
    }
}

/// The digit or the hidden digit that a glyph is.
fn spot(glyph: &Glyph, base: Base) -> Option<Spot> {
    if let Some(cell) = glyph.cell {
        return Some(Spot::Hidden(cell, glyph.text.to_string()));
    }
    let digit = base.read(&glyph.text).filter(|(_, length)| *length == glyph.text.len());
    digit.map(|(digit, _)| Spot::Shown(digit))
}

/// A number as the puzzle has it.
fn written(spots: &[Spot], base: Base) -> String {
    let text = |spot: &Spot| match spot {
        Spot::Hidden(_, name) => name.clone(),
        Spot::Shown(digit) => base.name(*digit).to_string(),
        Spot::Open => "?".into(),
    };
    spots.iter().map(text).collect()
}

/// Whether two signs mean the same.
fn is_same(one: &str, other: &str) -> bool {
    one == other || SIGNS.iter().any(|signs| signs.contains(&one) && signs.contains(&other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(puzzle: &str, answer: &str) -> Result<String, String> {
        let puzzle: Puzzle = puzzle.parse().expect("it is a puzzle");
        let filled = super::answer(&puzzle, answer).map_err(|error| error.to_string())?;
        let base = puzzle.rules().base;
        let text =
            |(cell, digit): &(Cell, Digit)| format!("{}{}", name_of(&puzzle, *cell), base.name(*digit));
        Ok(filled.iter().map(text).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn answers_have_many_forms() {
        for answer in [
            "A=1,B=2",
            "A=1; B=2",
            "A = 1\nB = 2",
            "A=1, B=2.",
            "A:1,B:2",
            "A = 1 B = 2",
            "A→1 B→2",
            "Ａ＝１，Ｂ＝２",
        ] {
            assert_eq!(filled("A+B=AB", answer).as_deref(), Ok("A1 B2"), "{answer}");
        }
        for answer in ["12*3=36", "12 × 3 = 36", "12 x 3\n= 36", "12*3=36.", "1 2 * 3 = 3 6", "１２×３＝３６"]
        {
            assert_eq!(filled("AB*C=CD", answer).as_deref(), Ok("A1 B2 C3 C3 D6"), "{answer}");
        }
        assert_eq!(filled("AB*C=CD", "1B*?=36").as_deref(), Ok("A1 C3 D6"));
        assert_eq!(filled("@base 12\nA+B=C", "1+A=B").as_deref(), Ok("A1 BA CB"));
        assert_eq!(filled("@base 40\nAB+B=C", "[37]1+1=[12]").as_deref(), Ok("A[37] B1 B1 C[12]"));
        assert_eq!(filled("@base 12\nA+B=C", "A=11,B=0").as_deref(), Ok("AB B0"));
        assert_eq!(filled("@base 40\nA1+B=[30]1[6]C", "[37]1+1=[30]162").as_deref(), Ok("A[37] B1 C2"));
        assert_eq!(filled("AB+C=DE", "AB=25,C=8").as_deref(), Ok("A2 B5 C8"));
        assert_eq!(filled("AB+C=DE", "AB = 25 C = 8").as_deref(), Ok("A2 B5 C8"));
        assert_eq!(filled("@base 40\nAB+C=DE", "AB=[37]1").as_deref(), Ok("A[37] B1"));
        assert_eq!(filled("AB=25*C", "AB=25*3").as_deref(), Ok("C3"));
        assert_eq!(filled("@base 12\nAX=B", "A=1, X=A").as_deref(), Ok("A1 XA"));
        assert_eq!(filled("is_prime(SEVEN)", "is_prime(1?32E)").as_deref(), Ok("S1 V3 E2"));
    }

    #[test]
    fn drawings_are_filled_in_by_their_numbers() {
        let puzzle = "  AB\n+ 1C\n----\n  DE";
        let expected = Ok("A2 B3 C4 D3 E7");
        assert_eq!(filled(puzzle, "  23\n+ 14\n----\n  37").as_deref(), expected);
        assert_eq!(filled(puzzle, "23+14=37").as_deref(), expected);
        assert_eq!(filled(puzzle, "?? + 1? = 3?").as_deref(), Ok("D3"));
        assert_eq!(filled(puzzle, "  2?\n+ 14\n____\n  37").as_deref(), Ok("A2 C4 D3 E7"));
        assert_eq!(filled(puzzle, "  23\n+ __\n----\n  37").as_deref(), Ok("A2 B3 D3 E7"));
        assert_eq!(filled("□×2=□", "_1=4,_2=8").as_deref(), Ok("_14 _28"));
        // Explanations call them a and b.
        assert_eq!(filled("□×2=□", "a=4,b=8").as_deref(), Ok("_14 _28"));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let error = |puzzle, answer| filled(puzzle, answer).expect_err(answer);
        assert_eq!(
            error("AB+C=DE", "12+34=5"),
            "row 1: the puzzle has C where the answer has a number of another length (2 digits, not 1)"
        );
        assert_eq!(
            error("  AB\n+ 1C\n----\n  DE", "  23\n+ 14\n----\n 371"),
            "row 3: the puzzle has DE where the answer has a number of another length (3 digits, not 2)"
        );
        assert_eq!(error("AB+C=DE", "AB=123"), "'123', given for AB, is not a number of 2 digits in base 10");
        for (answer, found) in [("1+2=3=4", 4), ("SEND=9567", 1), ("foo", 0)] {
            let said = error("A+B=C", answer);
            assert!(
                said.starts_with(&format!("numbers in the puzzle: 3, in the answer: {found};")),
                "{said}"
            );
        }
        assert_eq!(error("A+B=C", "1-2=3"), "the puzzle has '+' where the answer has '-'");
        assert_eq!(error("A+1=C", "1+2=3"), "row 1: the puzzle shows 1 where the answer has 2");
        assert_eq!(error("A+B=C", "X=2"), "the puzzle has no symbol 'X'");
        assert_eq!(error("A+B=C", "A=12"), "'12', given for A, is not a digit in base 10");
    }

    #[test]
    fn a_known_digit_is_given_once() {
        let puzzle: Puzzle = "A+B=A".parse().expect("it is a puzzle");
        assert_eq!(known(&puzzle, "A=1,A=1").map(|known| known.len()), Ok(1));
        let error = known(&puzzle, "A=1,A=2").expect_err("it is given twice");
        assert_eq!(error.to_string(), "A is given two digits, 1 and 2");
    }
}
