//! Templates: values put into the places that a language leaves for them.
//!
//! Values are never read again: a symbol that is a brace stays one.

use std::collections::BTreeSet;

use super::catalogue::Language;
use crate::Value;

/// The word that connects a step with the one before it.
const CONNECTIVE: &str = "then";

/// What chooses between a text that leaves out the equation of the puzzle, which was told before, and one that has it.
const KNOWN: &str = "known";

/// What chooses between a text for later times and one for the first time that a sentence is told.
const AGAIN: &str = "again";

/// What a template is filled with.
pub(super) struct Filling<'a> {
    pub language: &'static Language,
    pub params: &'a [(&'a str, Value)],
    /// Whether what is said follows from what was said before.
    pub follows: bool,
    /// Whether the same was told before.
    pub is_again: bool,
    /// The connecting word.
    pub connective: &'a str,
    /// What `#` stands for in a form.
    pub number: &'a str,
}

impl Filling<'_> {
    /// The template with its values.
    pub fn fill(&self, template: &str) -> String {
        let mut text = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, inner)) = rest.split_once('{') {
            let Some(end) = closing(inner) else { break };
            text += &self.plain(before);
            text += &self.placed(&inner[..end]);
            rest = &inner[end + 1..];
        }
        text + &self.plain(rest)
    }

    /// What stands outside braces.
    fn plain(&self, text: &str) -> String {
        if self.number.is_empty() { text.into() } else { text.replace('#', self.number) }
    }

    /// What stands between two braces, filled.
    fn placed(&self, inner: &str) -> String {
        let (name, forms) = inner.split_once(':').map_or((inner, None), |(name, forms)| (name, Some(forms)));
        if name == CONNECTIVE {
            return self.connected(forms);
        }
        if name == KNOWN {
            let forms = alternatives(forms.unwrap_or_default());
            let is_known = self.params.iter().any(|(param, _)| *param == KNOWN);
            let form = if is_known { forms.first() } else { forms.get(1) };
            return form.map_or(String::new(), |form| self.fill(form));
        }
        if name == AGAIN {
            let forms = alternatives(forms.unwrap_or_default());
            let form = if self.is_again { forms.first() } else { forms.get(1) };
            return form.map_or(String::new(), |form| self.fill(form));
        }
        let Some((_, value)) = self.params.iter().find(|(param, _)| *param == name) else {
            return format!("{{{inner}}}");
        };
        match (forms, value) {
            (None, value) => self.joined(value, "join.comma"),
            (Some("and"), value) => self.joined(value, "join.and"),
            (Some("or"), value) => self.joined(value, "join.or"),
            (Some(forms), value) => self.counted(forms, value),
        }
    }

    fn connected(&self, forms: Option<&str>) -> String {
        let Some(forms) = forms else { return self.connective.into() };
        let forms = alternatives(forms);
        let form = if self.follows { forms.first() } else { forms.get(1) };
        form.map_or(String::new(), |form| self.fill(form))
    }

    /// The form that fits a number.
    fn counted(&self, forms: &str, value: &Value) -> String {
        let number = match value {
            Value::Number(number) => *number,
            Value::List(list) => list.len() as i128,
            Value::Text(text) | Value::Formula(text) => text.parse().unwrap_or(i128::MAX),
        };
        let shown = if let Value::Text(text) = value { text.clone() } else { number.to_string() };
        let forms = alternatives(forms);
        let form = forms.get(self.language.form(number)).or(forms.last());
        let filling = Filling { number: &shown, ..*self };
        form.map_or(String::new(), |form| filling.fill(form))
    }

    fn joined(&self, value: &Value, last: &str) -> String {
        match value {
            Value::Text(text) => text.clone(),
            Value::Formula(formula) => self.language.with_words(formula),
            Value::Number(number) => number.to_string(),
            Value::List(list) => self.language.joined(list, last),
        }
    }
}

impl Language {
    /// Several texts as the language joins them: the last one by the template of this key, the others by that of items, which a
    /// list of whole statements does not have.
    pub(super) fn joined(&self, texts: &[String], last: &str) -> String {
        let Some((end, others)) = texts.split_last() else { return String::new() };
        let pair = |key: &str, first: &str, second: &str| {
            let template = self.wordings(key).first().copied().unwrap_or("{first}, {second}");
            let (before, after) = template.split_once("{second}").unwrap_or((template, ""));
            let (open, between) = before.split_once("{first}").unwrap_or(("", before));
            format!("{open}{first}{between}{second}{after}")
        };
        let between = if last == "join.comma" { last } else { "join.item" };
        let others = others.iter().cloned().reduce(|first, second| pair(between, &first, &second));
        others.map_or_else(|| end.clone(), |others| pair(last, &others, end))
    }
}

impl Language {
    /// A formula with its words: `{carry}` is the template `term.carry`, `{multiple:10}` has a number, `{carry-of:c1}` the name of
    /// a column, `{carry-of:2}` its number from the right, and `{carry-in:3:c1}` also the number of its equation.
    fn with_words(&'static self, formula: &str) -> String {
        let (mut text, mut rest) = (String::with_capacity(formula.len()), formula);
        while let Some((before, inner)) = rest.split_once('{') {
            let Some((word, after)) = inner.split_once('}') else { break };
            text += before;
            text += &self.word(word).unwrap_or_else(|| format!("{{{word}}}"));
            rest = after;
        }
        text + rest
    }

    fn word(&'static self, word: &str) -> Option<String> {
        let (name, number) = word.split_once(':').unwrap_or((word, ""));
        let (equation, number) = number.split_once(':').unwrap_or(("", number));
        // A column without a name is counted.
        let is_counted = ["carry-of", "carry-in"].contains(&name) && self.column_named(number).is_none();
        let from_right = number.strip_prefix('c').and_then(|at| at.parse::<usize>().ok()).map(|at| at + 1);
        let number = from_right.filter(|_| is_counted).map_or(number.to_owned(), |number| number.to_string());
        let key = format!("term.{name}{}", if is_counted { "-counted" } else { "" });
        let own = self.wordings(&key).first().map(|template| (self, template));
        let (language, template) = own.or_else(|| {
            let english = Self::english();
            english.wordings(&key).first().map(|template| (english, template))
        })?;
        let column = self.column_named(&number).unwrap_or_default();
        let [numbers, columns] = [number.clone(), column.into()].map(Value::Text);
        let equation = Value::Text(equation.into());
        let params = [
            ("number", Value::Text(number)),
            ("numbers", numbers),
            ("columns", columns),
            ("equation", equation),
        ];
        Some(
            Filling {
                language,
                params: &params,
                follows: false,
                is_again: false,
                connective: "",
                number: "",
            }
            .fill(template),
        )
    }

    /// The name of a column: of `c1`.
    fn column_named(&'static self, number: &str) -> Option<&'static str> {
        number.strip_prefix('c').and_then(|at| self.wordings(&format!("column-{at}")).first()).copied()
    }

    /// Texts with commas in them, one after the other.
    pub(super) fn in_parts(&self, texts: &[String]) -> String {
        let joined =
            texts.iter().cloned().reduce(|first, second| self.joined(&[first, second], "join.parts"));
        joined.unwrap_or_default()
    }

    /// Sentences, one after the other as the language writes them.
    pub(super) fn run(&self, sentences: impl IntoIterator<Item = String>) -> String {
        let texts = sentences.into_iter().filter(|text| !text.is_empty());
        texts.reduce(|first, second| self.joined(&[first, second], "join.sentences")).unwrap_or_default()
    }
}

/// A text without its spaces between two characters of Chinese or Japanese: templates have them around every value, which may
/// begin with a letter or with a word.
pub(super) fn closed_up(text: &str) -> String {
    let is_wide =
        |c: Option<char>| c.is_some_and(|c| matches!(c, '\u{3000}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}'));
    let mut closed = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != ' ' || !is_wide(closed.chars().next_back()) || !is_wide(chars.peek().copied()) {
            closed.push(c);
        }
    }
    closed
}

/// The place of the brace that closes what was opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        (depth == 0).then_some(at)
    })
}

/// The parts between bars that stand in no braces.
fn alternatives(forms: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in forms.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        if c == '|' && depth == 0 {
            parts.push(&forms[start..at]);
            start = at + 1;
        }
    }
    parts.push(&forms[start..]);
    parts
}

/// The names of the values that a template uses, each once.
pub(super) fn names(template: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut rest = template;
    while let Some((_, inner)) = rest.split_once('{') {
        let Some(end) = closing(inner) else { break };
        let (name, forms) = inner[..end].split_once(':').unwrap_or((&inner[..end], ""));
        if ![CONNECTIVE, KNOWN, AGAIN].contains(&name) {
            names.insert(name);
        }
        names.extend(alternatives(forms).into_iter().flat_map(self::names));
        rest = &inner[end + 1..];
    }
    names
}

/// The values of a template that have forms, each with the number of its forms.
#[cfg(test)]
pub(super) fn counted(template: &str) -> Vec<(&str, usize)> {
    let (mut found, mut rest) = (Vec::new(), template);
    while let Some((_, inner)) = rest.split_once('{') {
        let Some(end) = closing(inner) else { break };
        if let Some((name, forms)) = inner[..end].split_once(':')
            && name != CONNECTIVE
            && !["and", "or"].contains(&forms)
        {
            let forms = alternatives(forms);
            if ![KNOWN, AGAIN].contains(&name) {
                found.push((name, forms.len()));
            }
            found.extend(forms.into_iter().flat_map(counted));
        }
        rest = &inner[end + 1..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, follows: bool) -> String {
        let list = |texts: &[&str]| Value::List(texts.iter().map(ToString::to_string).collect());
        let params = [
            ("one", Value::Number(1)),
            ("some", Value::Number(3)),
            ("text", Value::Text("{some}|#".into())),
            ("single", list(&["A"])),
            ("pair", list(&["A", "B"])),
            ("list", list(&["A", "{B}", "C"])),
            ("formula", Value::Formula("A + {carry} = B {or} B + {multiple:10} + {odd} {".into())),
        ];
        let language = Language::english();
        Filling { language, params: &params, follows, is_again: false, connective: "so", number: "" }
            .fill(template)
    }

    #[test]
    fn values_are_put_in_as_they_are() {
        assert_eq!(filled("{text}: {some}, {other}, {", true), "{some}|#: 3, {other}, {");
    }

    #[test]
    fn a_formula_has_the_words_of_its_language() {
        assert_eq!(filled("{formula}", true), "A + carry = B or B + a multiple of 10 + {odd} {");
        let carries = |code| {
            let language = super::super::language(code).expect("it is there");
            language.with_words("{carry-of:c1} = {carry-of:3} + {carry-of:c11}")
        };
        assert_eq!(carries("en"), "carry of the tens = carry of column 3 + carry of column 12");
        assert_eq!(carries("zh"), "十位的进位 = 第 3 位的进位 + 第 12 位的进位");
        let of_equation = Language::english().with_words("{carry-in:3:c0} + {carry-in:4:2}");
        assert_eq!(of_equation, "carry of the units in equation 3 + carry of column 2 in equation 4");
    }

    #[test]
    fn sentences_follow_each_other() {
        let sentences = |code| {
            let language = super::super::language(code).expect("it is there");
            language.run(["A.".to_string(), String::new(), "B.".to_string(), "C.".to_string()])
        };
        assert_eq!([sentences("en"), sentences("ja")], ["A. B. C.", "A.B.C."]);
    }

    #[test]
    fn wide_characters_stand_close_together() {
        assert_eq!(closed_up("S 和 个位 、 十位 是 7 或 8"), "S 和个位、十位是 7 或 8");
    }

    #[test]
    fn lists_are_joined() {
        assert_eq!(filled("{list:and}; {list:or}; {list}", true), "A, {B} and C; A, {B} or C; A, {B}, C");
        assert_eq!(filled("{pair:and}; {single:or}", true), "A and B; A");
    }

    #[test]
    fn a_form_fits_its_number() {
        assert_eq!(filled("{one:one way|# ways}, {some:one way|# ways}", true), "one way, 3 ways");
        assert_eq!(
            filled("{single:digit|digits} {pair:digit {one}|# digits {one}}", true),
            "digit 2 digits 1"
        );
    }

    #[test]
    fn a_connective_depends_on_the_step_before() {
        let template = "{then:So {one} is|{one} is}, {then}";
        assert_eq!([true, false].map(|follows| filled(template, follows)), ["So 1 is, so", "1 is, so"]);
    }

    #[test]
    fn what_was_told_before_is_left_out() {
        let template = "{known:{one} again|{one} and {some}}.";
        assert_eq!(filled(template, true), "1 and 3.");
        let params = [("one", Value::Number(1)), (KNOWN, Value::Text(String::new()))];
        let language = Language::english();
        let filling = Filling {
            language,
            params: &params,
            follows: true,
            is_again: false,
            connective: "so",
            number: "",
        };
        assert_eq!(filling.fill(template), "1 again.");
        assert!(names(template).into_iter().eq(["one", "some"]));
        let template = "{again:As before, {one}|{some}}.";
        let again = Filling { is_again: true, ..filling };
        assert_eq!([filled(template, true), again.fill(template)], ["3.", "As before, 1."]);
        assert!(names(template).into_iter().eq(["one", "some"]));
    }

    #[test]
    fn the_names_of_a_template_are_found_in_its_forms_too() {
        let names = names("{a} {then:{b}|c} {d:one {e}|#}");
        assert!(names.into_iter().eq(["a", "b", "d", "e"]));
    }
}
