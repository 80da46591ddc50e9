//! A puzzle's text as it is drawn: rows of glyphs in their columns, and rules. Every format uses it, so an answer looks like the
//! question.

use std::fmt;
use std::ops::Range;

use crate::digits::{Base, Digit};
use crate::expr::Cell;
use crate::puzzle::role::Role;
use crate::spelling::{Spelt, Width, as_spelt, clusters};

/// One character, or a digit in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// Its first column, counted from 0.
    pub column: usize,
    /// The number of columns it takes.
    pub width: usize,
    /// The visible text: for a hidden digit its name, or the digit that was found.
    pub text: Spelt,
    /// The hidden digit in this place.
    pub cell: Option<Cell>,
    /// The number of a drawing that it belongs to.
    pub role: Option<Role>,
}

/// A rule: a drawn line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The columns it takes.
    pub columns: Range<usize>,
    /// The sign that draws it in text.
    pub sign: char,
}

/// One row of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    glyphs: Vec<Glyph>,
    rules: Vec<Rule>,
    /// The column after the last glyph or rule.
    end: usize,
    /// The number of spaces after that.
    spaces: usize,
    /// Whether there is a carriage return before the line break.
    has_return: bool,
}

/// Rows of glyphs and rules.
///
/// ```
/// # use fukumen_language as fukumen;
/// use fukumen::Puzzle;
///
/// let puzzle: Puzzle = " AB\n+ C\n---\n DE".parse()?;
/// let sheet = puzzle.sheet();
/// let [first, .., last] = sheet.rows() else { panic!("it has four rows") };
/// assert_eq!((first.glyphs()[1].column, &*first.glyphs()[1].text), (2, "B"));
/// assert_eq!(last.glyphs()[0].cell, puzzle.cell("D"));
/// assert_eq!(sheet.rows()[2].rules()[0].columns, 0..3);
/// # Ok::<(), fukumen::text::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    rows: Vec<Row>,
    /// The least number of columns for the place of a digit.
    room: usize,
    /// The way to count columns.
    width: Width,
}

/// A part of a row, from left to right.
enum SheetPart<'a> {
    Spaces(usize),
    Glyph(&'a Glyph),
    Rule(&'a Rule),
    /// The end of a row that is not the last.
    Break(&'a Row),
}

impl Row {
    /// Returns its characters, from left to right.
    #[must_use]
    pub fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }

    /// Returns its rules, from left to right.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Returns the column after its last glyph or rule.
    #[must_use]
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns the column of the next glyph.
    fn next(&self) -> usize {
        self.end + self.spaces
    }

    /// Writes its text, each glyph as `put` does.
    fn write(&self, text: &mut String, put: &mut impl FnMut(&Glyph, &mut String)) {
        if !self.rules.is_empty() {
            return self.for_each_part(&Glyph::start, &mut |part| match part {
                SheetPart::Glyph(glyph) => put(glyph, text),
                other => other.append_to(text),
            });
        }
        // Puzzles on one line may have millions of solutions. This is the fastest way to fill text with gaps.
        let mut end = 0;
        for glyph in &self.glyphs {
            push_spaces(text, glyph.column - end);
            put(glyph, text);
            end = glyph.column + glyph.width;
        }
        push_spaces(text, self.spaces);
    }

    /// Visits all parts, from left to right.
    fn for_each_part(&self, start: &impl Fn(&Glyph) -> usize, visit: &mut impl FnMut(SheetPart)) {
        let mut rules = self.rules.iter().peekable();
        let mut end = 0;
        let mut go_on = |columns: Range<usize>, part: SheetPart| {
            if columns.start > end {
                visit(SheetPart::Spaces(columns.start - end));
            }
            end = columns.end;
            visit(part);
        };
        for glyph in &self.glyphs {
            while let Some(rule) = rules.next_if(|rule| rule.columns.start < glyph.column) {
                go_on(rule.columns.clone(), SheetPart::Rule(rule));
            }
            go_on(start(glyph)..glyph.column + glyph.width, SheetPart::Glyph(glyph));
        }
        rules.for_each(|rule| go_on(rule.columns.clone(), SheetPart::Rule(rule)));
        if self.spaces > 0 {
            visit(SheetPart::Spaces(self.spaces));
        }
    }

    fn push(&mut self, glyph: Glyph) {
        self.end = glyph.column + glyph.width;
        self.spaces = 0;
        self.glyphs.push(glyph);
    }
}

impl Default for Sheet {
    fn default() -> Self {
        Self::new(1, Width::One)
    }
}

impl Sheet {
    /// Makes an empty sheet. The place of a digit takes at least `room` columns, so that digits of several figures stay in their
    /// columns.
    #[must_use]
    pub fn new(room: usize, width: Width) -> Self {
        Self { rows: vec![Row::default()], room, width }
    }

    /// Returns its rows. There is at least one.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the number of columns of the widest row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows.iter().map(Row::end).max().unwrap_or(0)
    }

    /// Returns whether the sheet is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| row.end == 0)
    }

    /// Iterates over the hidden digits in the order of their places, each as often as it occurs.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.rows.iter().flat_map(Row::glyphs).filter_map(|glyph| glyph.cell)
    }

    /// Returns how many columns a text takes on it.
    #[must_use]
    pub fn width_of(&self, text: &str) -> usize {
        match text.len() {
            1 => 1,
            _ => self.width.of(text),
        }
    }

    /// Returns the least number of columns for the place of a digit.
    #[must_use]
    pub fn room(&self) -> usize {
        self.room
    }

    /// Returns the column of the next glyph.
    #[must_use]
    pub fn column(&self) -> usize {
        self.rows.last().map_or(0, Row::next)
    }

    /// Begins a row.
    pub fn break_row(&mut self) {
        self.rows.push(Row::default());
    }

    /// Leaves columns free.
    pub fn space(&mut self, columns: usize) {
        self.last().spaces += columns;
    }

    fn character(&mut self, text: Spelt, role: Option<Role>) {
        match &*text {
            " " => self.space(1),
            "\n" => self.break_row(),
            "\r\n" => {
                self.last().has_return = true;
                self.break_row();
            }
            _ => self.glyph(text, None, role),
        }
    }

    /// Adds text. A space leaves a column free, and a line break begins a row.
    pub fn text(&mut self, text: &str, role: Option<Role>) {
        match text.len() {
            1 => self.character(as_spelt(text), role),
            _ => clusters(text).for_each(|cluster| self.character(as_spelt(cluster), role)),
        }
    }

    /// Adds the place of a hidden digit, at the right of its room.
    pub fn place(&mut self, cell: Cell, name: &str, role: Option<Role>) {
        self.make_room(name);
        self.glyph(as_spelt(name), Some(cell), role);
    }

    /// Adds a shown digit, at the right of the room for one.
    pub fn digit(&mut self, name: &str, role: Option<Role>) {
        self.make_room(name);
        self.text(name, role);
    }

    /// Adds a rule.
    pub fn rule(&mut self, sign: char, columns: usize) {
        let row = self.last();
        let start = row.next();
        row.end = start + columns;
        row.spaces = 0;
        row.rules.push(Rule { columns: start..row.end, sign });
    }

    fn make_room(&mut self, name: &str) {
        if self.room > 1 {
            let columns = self.room.saturating_sub(self.width_of(name));
            self.space(columns);
        }
    }

    fn glyph(&mut self, text: Spelt, cell: Option<Cell>, role: Option<Role>) {
        let (column, width) = (self.column(), self.width_of(&text));
        self.last().push(Glyph { column, width, text, cell, role });
    }

    fn last(&mut self) -> &mut Row {
        if self.rows.is_empty() {
            self.rows.push(Row::default());
        }
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    /// Returns the text with its digits filled in, as `base` writes them.
    #[must_use]
    pub fn fill(&self, base: Base, digits: &[Digit]) -> String {
        if self.room > 1 {
            return self.filled(base, digits).to_string();
        }
        self.written(|cell, text| base.name(digits[cell.index()]).append_to(text))
    }

    /// Returns the text with whatever `put` writes in the places of its digits, which take no more room than that.
    pub fn written(&self, mut put: impl FnMut(Cell, &mut String)) -> String {
        let size = self.rows.iter().map(|row| row.next() + 2).sum();
        let mut text = String::with_capacity(size);
        let mut glyph = |glyph: &Glyph, text: &mut String| match glyph.cell {
            Some(cell) => put(cell, text),
            None => text.push_str(&glyph.text),
        };
        for (i, row) in self.rows.iter().enumerate() {
            row.write(&mut text, &mut glyph);
            if i + 1 < self.rows.len() {
                SheetPart::Break(row).append_to(&mut text);
            }
        }
        text
    }

    /// Returns the sheet with its digits filled in, as `base` writes them.
    #[must_use]
    pub fn filled(&self, base: Base, digits: &[Digit]) -> Self {
        self.with_names(&|cell| base.name(digits[cell.index()]).to_string())
    }

    /// Returns the sheet with other names in the places of its digits. Text after a longer name moves on.
    #[must_use]
    pub fn with_names(&self, name: &dyn Fn(Cell) -> String) -> Self {
        self.with_cells(&|_, cell| cell, name)
    }

    /// Returns the sheet with other cells, numbered by place in the order of the text, and with their names.
    pub(super) fn with_cells(
        &self,
        cell: &dyn Fn(usize, Cell) -> Cell,
        name: &dyn Fn(Cell) -> String,
    ) -> Self {
        let mut places = 0;
        let mut sheet = Self::new(self.room, self.width);
        let start = |glyph: &Glyph| {
            let room = if glyph.cell.is_some() { self.room.saturating_sub(glyph.width) } else { 0 };
            glyph.column.saturating_sub(room)
        };
        self.for_each_part(start, |part| match part {
            SheetPart::Glyph(Glyph { cell: Some(own), role, .. }) => {
                let cell = cell(places, *own);
                places += 1;
                sheet.place(cell, &name(cell), *role);
            }
            other => sheet.add(other),
        });
        sheet
    }

    /// Returns whether it is written in full-width letters or digits, `ＡＢ＝１□`, and in no narrow ones.
    #[must_use]
    pub fn is_full_width(&self) -> bool {
        let glyphs = self.rows.iter().flat_map(Row::glyphs);
        // Words and exponents between the numbers are often narrow.
        let of_numbers = glyphs.filter(|glyph| glyph.cell.is_some() || glyph.text.starts_with(is_digit));
        let letters = of_numbers.filter(|glyph| glyph.text.starts_with(char::is_alphanumeric));
        let (mut is_wide, mut is_narrow) = (false, false);
        for glyph in letters {
            // Drawings have narrow digits anyway.
            let is_free = glyph.cell.is_none() && self.width == Width::EastAsian;
            is_wide |= glyph.text.starts_with(|c| narrow(c).is_some());
            is_narrow |= !is_free && glyph.text.starts_with(|c: char| c.is_ascii());
        }
        is_wide && !is_narrow && self.room <= 2
    }

    /// Returns the sheet with its digits in full width.
    #[must_use]
    pub fn widened(&self) -> Self {
        let wide = |glyph: &Glyph| {
            let text =
                glyph.text.strip_prefix(|c: char| c.is_ascii_alphanumeric()).filter(|rest| rest.is_empty());
            let first = glyph.text.chars().next().filter(|_| text.is_some())?;
            (glyph.cell.is_some() || is_digit(first)).then(|| wide(first))
        };
        let is_wider = self.width == Width::EastAsian;
        let start =
            |glyph: &Glyph| glyph.column.saturating_sub(usize::from(is_wider && wide(glyph).is_some()));
        let mut sheet = Self::new(self.room, self.width);
        self.for_each_part(start, |part| match part {
            SheetPart::Glyph(glyph) => {
                let text = wide(glyph).map_or_else(|| glyph.text.clone(), |c| c.to_string().into());
                sheet.glyph(text, glyph.cell, glyph.role);
            }
            other => sheet.add(other),
        });
        sheet
    }

    /// Adds a part of another sheet unchanged.
    fn add(&mut self, part: SheetPart) {
        match part {
            SheetPart::Spaces(columns) => self.space(columns),
            SheetPart::Glyph(Glyph { text, cell, role, .. }) => self.glyph(text.clone(), *cell, *role),
            SheetPart::Rule(rule) => self.rule(rule.sign, rule.columns.len()),
            SheetPart::Break(row) => {
                self.last().has_return = row.has_return;
                self.break_row();
            }
        }
    }

    /// Returns the text in stretches, each with whether it consists of hidden digits.
    #[must_use]
    pub fn stretches(&self) -> Vec<(String, bool)> {
        let mut stretches: Vec<(String, bool)> = Vec::new();
        self.for_each_part(Glyph::start, |part| {
            let is_hidden = matches!(part, SheetPart::Glyph(Glyph { cell: Some(_), .. }));
            if stretches.last().is_none_or(|(_, was_hidden)| *was_hidden != is_hidden) {
                stretches.push((String::new(), is_hidden));
            }
            stretches.iter_mut().last().into_iter().for_each(|(text, _)| part.append_to(text));
        });
        stretches
    }

    /// Visits all parts, in the order of the text. `start` is the column where the text of a glyph begins.
    fn for_each_part(&self, start: impl Fn(&Glyph) -> usize, mut visit: impl FnMut(SheetPart)) {
        for (i, row) in self.rows.iter().enumerate() {
            row.for_each_part(&start, &mut visit);
            if i + 1 < self.rows.len() {
                visit(SheetPart::Break(row));
            }
        }
    }
}

/// The distance from the narrow forms to the full-width ones, which have the same order.
const FULL_WIDTH: u32 = 0xff01 - 0x21;

/// Returns the full-width form of an ASCII character.
fn wide(c: char) -> char {
    char::from_u32(u32::from(c) + FULL_WIDTH).unwrap_or(c)
}

/// Returns the narrow form of a full-width letter or digit.
fn narrow(c: char) -> Option<char> {
    let narrow = u32::from(c).checked_sub(FULL_WIDTH).and_then(char::from_u32)?;
    narrow.is_ascii_alphanumeric().then_some(narrow)
}

/// Returns whether it is a digit, narrow or in full width.
fn is_digit(c: char) -> bool {
    narrow(c).unwrap_or(c).is_ascii_digit()
}

impl Glyph {
    fn start(&self) -> usize {
        self.column
    }
}

impl SheetPart<'_> {
    fn append_to(&self, text: &mut String) {
        match self {
            Self::Spaces(columns) => push_spaces(text, *columns),
            Self::Glyph(glyph) => text.push_str(&glyph.text),
            Self::Rule(rule) => text.extend(std::iter::repeat_n(rule.sign, rule.columns.len())),
            Self::Break(row) => text.push_str(if row.has_return { "\r\n" } else { "\n" }),
        }
    }
}

fn push_spaces(text: &mut String, columns: usize) {
    for _ in 0..columns {
        text.push(' ');
    }
}

/// Writes the text, with the names of its hidden digits.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut text = String::new();
        self.for_each_part(Glyph::start, |part| part.append_to(&mut text));
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn read(text: &str) -> Puzzle {
        text.parse().expect("it is a puzzle")
    }

    /// Returns the columns of the glyphs of a row, each with its text.
    fn columns(row: &Row) -> Vec<(usize, &str)> {
        row.glyphs().iter().map(|glyph| (glyph.column, &*glyph.text)).collect()
    }

    #[test]
    fn a_text_is_written_as_it_was_typed() {
        for text in
            ["A  + B=C", "A=B  \r\n\t C =A^2", "Ａ　＋B ＝ C", "A ≠\u{FE0E} B, A=\u{338}C", "Ä+e\u{301}=ö"]
        {
            assert_eq!(read(text).sheet().to_string(), text.replace("e\u{301}", "é"), "{text}");
        }
    }

    #[test]
    fn a_longer_digit_moves_what_stands_behind_it() {
        let puzzle = read("@base 40\nA + B=C\nB = A");
        let sheet = puzzle.sheet().filled(puzzle.rules().base, &[37, 5, 38]);
        assert_eq!(sheet.to_string(), "[37] + 5=[38]\n5 = [37]");
        assert_eq!(columns(&sheet.rows()[0]), [(0, "[37]"), (5, "+"), (7, "5"), (8, "="), (9, "[38]")]);
        assert_eq!(sheet.columns(), 13);
        assert_eq!(puzzle.sheet().fill(puzzle.rules().base, &[37, 5, 38]), sheet.to_string());
    }

    #[test]
    fn full_width_puzzles_are_known_and_widened() {
        for (text, is_wide) in [
            ("ＡＢ＋Ｃ＝ＤＥ", true),
            ("ＡＢ+Ｃ=ＤＥ", true),
            ("□＋□＝１□", true),
            ("ＡＢ+C=ＤＥ", false),
            ("あ＋い＝う", false),
            ("□＋□＝1□", false),
            (" ＡＢ\n+Ｃ1\n----\n ＤＥ", true),
        ] {
            assert_eq!(read(text).sheet().is_full_width(), is_wide, "{text}");
        }
        let widened = |text: &str, digits: &[Digit]| {
            let puzzle = read(text);
            puzzle.sheet().filled(puzzle.rules().base, digits).widened().to_string()
        };
        assert_eq!(widened("@base 12\nＡＢ＋１＝[11]Ｃ", &[1, 11, 3]), "１Ｂ＋１＝[１１]３");
        let drawn = widened(" ＡＢ\n+ Ｃ\n----\n ＤＥ", &[1, 2, 3, 4, 5]);
        assert_eq!(
            drawn,
            read(" ＡＢ\n+ Ｃ\n----\n ＤＥ")
                .sheet()
                .to_string()
                .replace("ＡＢ", "１２")
                .replace('Ｃ', "３")
                .replace("ＤＥ", "４５")
        );
    }

    #[test]
    fn digits_of_a_drawing_stay_in_the_room_of_the_widest() {
        let puzzle = read("@base 40\n AB\n+CD\n---\nEFG");
        let sheet = puzzle.sheet();
        assert_eq!(sheet.to_string(), "       A   B\n   +   C   D\n------------\n   E   F   G");
        assert_eq!(sheet.rows()[2].rules(), [Rule { columns: 0..12, sign: '-' }]);
        let filled = sheet.filled(puzzle.rules().base, &[7, 39, 38, 6, 1, 5, 12]);
        assert_eq!(filled.to_string(), "       7[39]\n   +[38]   6\n------------\n   1   5[12]");
        assert_eq!(filled.with_names(&|cell| puzzle.hidden()[cell.index()].name.clone()), *sheet);
        assert_eq!(columns(&filled.rows()[1]), [(3, "+"), (4, "[38]"), (11, "6")]);
    }

    #[test]
    fn glyphs_know_their_digit_and_their_number() {
        let text = "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1";
        let puzzle = read(text);
        assert_eq!(puzzle.sheet().to_string(), text);
        let roles = |row: &Row| {
            let mut roles: Vec<String> =
                row.glyphs().iter().filter_map(|glyph| glyph.role).map(|role| role.to_string()).collect();
            roles.dedup();
            roles.join(", ")
        };
        let rows: Vec<String> = puzzle.sheet().rows().iter().map(roles).collect();
        let expected = [
            "divisor, dividend, quotient",
            "partial product 1",
            "",
            "difference 1",
            "partial product 2",
            "",
            "remainder",
        ];
        assert_eq!(rows, expected);
        let cells: Vec<Option<Cell>> =
            puzzle.sheet().rows()[0].glyphs().iter().map(|glyph| glyph.cell).collect();
        assert_eq!(cells[5], puzzle.cell("A"));
        assert!(puzzle.sheet().cells().eq([puzzle.cell("A"), puzzle.cell("B")].into_iter().flatten()));
    }

    #[test]
    fn a_text_comes_in_stretches_of_digits_and_signs() {
        let stretches = read("AB + C=1").sheet().stretches();
        let expected = [("AB", true), (" + ", false), ("C", true), ("=1", false)];
        assert!(stretches.iter().map(|(text, is_hidden)| (text.as_str(), *is_hidden)).eq(expected));
    }
}
