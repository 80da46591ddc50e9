//! Settings that are said in words beside a puzzle: `SEND+MORE=MONEY (base 12)`, `Using the digits 1 to 9: A/BC+D/EF+G/HI=1`.

use std::collections::HashMap;
use std::collections::HashSet;
use std::ops::Range;

use super::Change;
use super::Edit;
use super::draft;
use super::prose;
use super::view::View;
use crate::arrange::Arrange;
use crate::digits::DigitSet;
use crate::interrupt::Never;
use crate::message::Note;
use crate::message::message;
use crate::puzzle::Rules;
use crate::text::Aids;
use crate::text::Heading;
use crate::vocabulary::Vocabulary;

/// Phrases and the settings that they stand for; nothing if the puzzle shows what they say. `#` is a number, in the order of the
/// phrase, `$` a letter of the puzzle, `€` another one, and `$$` a list of letters, for each of which the setting holds. Words in square brackets may be missing, and with a star they may be
/// repeated. `|` separates words of which one stands there. `OPENING`, `MODAL`, `IS` and `ARTICLE` are the lists of these names.
const PHRASES: &[(&str, &str)] = &[
    ("[in|to|with|using|number]* base [of|is|=|-] #", "base #"),
    (
        "[and|are|digits|numbers|the|with]* all [blanks|digits|numbers|the]* [are]* different|distinct",
        "distinct-blanks",
    ),
    ("[and|are|the|with]* different|distinct digits|numbers", "distinct-blanks"),
    ("[and]* no digit|number [is] repeated|repeats", "distinct-blanks"),
    ("[in]* binary", "base 2"),
    ("[in]* ternary", "base 3"),
    ("[in]* octal", "base 8"),
    ("[in]* duodecimal|dozenal", "base 12"),
    ("[in]* hexadecimal|hex", "base 16"),
    (
        "( # - # [all|are|at|each|every|exactly|inclusive|just|most|once|one|only|single|time|used]* )",
        "digits #-#",
    ),
    (
        "[by|each|every|from|in|only|of|the|use|uses|using|with]* digit|digits|numbers [are|from|range|run]* # -|to|through # \
         [all|are|at|each|every|exactly|inclusive|just|most|once|one|only|single|time|used]*",
        "digits #-#",
    ),
    (
        "[by|each|every|from|in|only|of|the|use|uses|using|with]* digit|digits|numbers between # and #",
        "digits #-#",
    ),
    // The same in other languages, whose words for it do not overlap: German, French, Spanish, Italian, Portuguese, Dutch,
    // Polish, Russian.
    (
        "[aus|avec|com|con|das|de|den|der|des|die|eine|einer|las|le|les|los|met|mit|nur|os|un|una|une|von|z|из]* \
         algarismo|algarismos|chiffre|chiffres|cifra|cifras|cifre|cijfer|cijfers|cyfr|cyfra|cyframi|cyfry|dígito|dígitos|ziffer|\
         ziffern|цифр|цифра|цифрами|цифры [allant|da|dal|de|del|desde|od|van|von|от|с]* \
         # -|a|al|bis|do|tot|à|до|по # [chacun|cada|chaque|einmal|exactement|fois|genau|inclus|je|jeweils|keer|raz|razem|seule|sola|solo|una|une|vez|volta|één|одному|по|разу]*",
        "digits #-#",
    ),
    (
        "[avec|con|de|der|des|die|eine|las|les|los|mit|un|una|une]* \
         algarismo|algarismos|chiffre|chiffres|cifra|cifras|cifre|cijfer|cijfers|cyfr|cyfra|cyfry|dígito|dígitos|ziffer|ziffern|\
         цифр|цифра|цифры [compris|comprise|compreso|comprendido]* entre|fra|między|tra|tussen|zwischen|между # a|e|en|et|i|und|y|и #",
        "digits #-#",
    ),
    ("[im|in|zur]* basis [=|-] #", "base #"),
    (
        "using|use [only|the]* # -|to|through # [all|at|each|exactly|just|most|once|one|only|time]*",
        "digits #-#",
    ),
    ("[and|with|there]* [are|is] no 0|zero|zeroes|zeros [are|is] [allowed|used]", "no-zero"),
    ("no digit|digits|letter|letters|symbol [are|can|is|may] [be|equal|equals] 0|zero", "no-zero"),
    (
        "[and]* bez|ohne|sans|sem|senza|sin|without|zonder|без \
         [chiffre|cijfer|cyfry|cyfrą|de|dígito|die|digit|el|la|le|lo|o|the|ziffer|цифры]* \
         0|cero|nul|null|nula|zera|zero|zeroes|zeros|zéro|нуля",
        "no-zero",
    ),
    ("[die|ziffer]* 0|null kommt nicht vor", "no-zero"),
    ("[and]* none of the digits|letters|symbols equals|is|are 0|zero", "no-zero"),
    ("[and|the]* digits|letters need not [all]* be different|distinct|unique", "distinct none"),
    ("[and]* repeated digits [are] allowed|permitted", "distinct none"),
    ("[and|the]* digits can|may be repeated", "distinct none"),
    ("[the]* [digit|number] 0|zero is not [allowed|used]", "no-zero"),
    (
        "[and|that|the]* no number|numbers|numeral|word|words [can|may|should]* begin|begins|start|starts with [a]* 0",
        "leading-zeros forbidden",
    ),
    // The number itself shows it.
    ("[a|an|the]* # - digit [natural|positive|whole]* [integer|integers|number|numbers]", ""),
    (
        "[a|an|the]* # [-] digit|digits [natural|positive|whole]* integer|integers|number|numbers|numeral|numerals",
        "",
    ),
    ("nonzero", NO_LETTER_IS_ZERO),
    ("non - zero", NO_LETTER_IS_ZERO),
    ("[and|with]* leading zeroes|zeros [are|is] allowed|permitted", "leading-zeros allowed"),
    (
        "[different] letters can|may [also] be|have|represent|stand|take [for] [the] same digit|digits|value|values",
        "distinct none",
    ),
    ("[and|but|the]* [digit|number] # is not used", "exclude #"),
    ("[and|but|the]* digit|number # is absent|missing|unused", "exclude #"),
    ("[and|but|the]* digit|number # [does|do] not|never [appear|appears|occur|occurs]", "exclude #"),
    (
        "[and|but]* none of the digits|letters|symbols [are|be|equal|equals|is|represents|stands]* [for|digit|the]* #",
        "exclude #",
    ),
    (
        "[and|but]* no digit|letter|symbol [are|be|can|equals|is|may|represents|stands]* [for|digit|the]* #",
        "exclude #",
    ),
    // What is said of several letters.
    ("OPENING [both|all]* $$ are [both|all]* even [digits|numbers]", "where is_even($)"),
    ("OPENING [both|all]* $$ are [both|all]* odd [digits|numbers]", "where is_odd($)"),
    ("OPENING [both|all]* $$ are [both|all]* prime [digits|numbers]", "where is_prime($)"),
    ("OPENING [both]* $$ are not|never [equal|to|the|digit]* #", "where $≠#"),
    ("OPENING neither $$ MODAL IS ARTICLE #", "where $≠#"),
    ("OPENING $ and € are consecutive [digits|numbers]", "where abs($-€)=1"),
    (
        "OPENING $ MODAL IS the biggest|greatest|highest|largest [digit|letter|number|of|all|the|value]*",
        "largest $",
    ),
    ("OPENING $ MODAL IS the least|lowest|smallest [digit|letter|number|of|all|the|value]*", "smallest $"),
    ("OPENING $ MODAL IS [a|an] non - zero [digit|number]", "where $≠0"),
    ("OPENING $ MODAL IS [a|an] nonzero [digit|number]", "where $≠0"),
    ("OPENING $ MODAL IS between # and # [inclusive]", "where #≤$≤#"),
    // What is said of two letters.
    ("OPENING $ [is] greater|larger|bigger|higher|more than €", "where $>€"),
    ("OPENING $ [is] less|smaller|lower than €", "where $<€"),
    ("OPENING $ [is] # more|greater|larger|bigger|higher than €", "where $=€+#"),
    ("OPENING $ [is] # less|smaller|lower than €", "where $=€-#"),
    ("OPENING $ exceeds € by #", "where $=€+#"),
    ("OPENING $ exceeds €", "where $>€"),
    ("OPENING $ MODAL IS half [of|the|value]* €", "where 2×$=€"),
    ("OPENING $ MODAL IS twice|double [the|value|of]* €", "where $=2×€"),
    ("OPENING $ MODAL IS # times [the|value|of]* €", "where $=#×€"),
    // What is said of one letter: `T stands for 9`, `where O is even`, `der Buchstabe M steht für 1`.
    ("OPENING $ MODAL IS [either] # o|oder|of|ou|or|lub|или #", "assign $=#,#"),
    ("OPENING $ = [either] # o|oder|of|ou|or|lub|или #", "assign $=#,#"),
    ("OPENING $ MODAL IS ARTICLE #", "where $=#"),
    ("OPENING $ MODAL IS not|never [be|equal]* ARTICLE #", "where $≠#"),
    ("OPENING $ can|may|must not [be|equal|equals|stand|represent]* [for]* #", "where $≠#"),
    ("OPENING $ cannot [be|equal|stand|represent]* [for]* #", "where $≠#"),
    ("OPENING $ isn|doesn|won|can|couldn '|’ t|be [be|equal]* ARTICLE #", "where $≠#"),
    ("OPENING ARTICLE $ = #", "where $=#"),
    ("OPENING ARTICLE $ ≠ #", "where $≠#"),
    ("OPENING ARTICLE $ →|⇒|↦|➔|⟶ #", "where $=#"),
    ("OPENING ARTICLE $ - > #", "where $=#"),
    (
        "OPENING $ MODAL [IS] ARTICLE \
         even|gerade|pair|paire|par|pari|parzysta|parzyste|четная|четное|чётная|чётное ARTICLE",
        "where is_even($)",
    ),
    (
        "OPENING $ MODAL [IS] ARTICLE \
         dispari|impair|impaire|impar|nieparzysta|nieparzyste|odd|ungerade|нечетная|нечетное|нечётная|нечётное ARTICLE",
        "where is_odd($)",
    ),
];

/// Lists of words that several phrases have.
const LISTS: &[(&str, &str)] = &[
    (
        "OPENING",
        "[a|also|and|assume|assuming|beachte|bekannt|buchstabe|che|con|das|dass|der|die|digit|donde|dove|e|es|et|further|gdzie|\
         gilt|given|has|hint|if|it|is|know|known|la|le|let|letra|letter|lettera|lettre|litera|mit|note|number|of|on|où|puzzle|que|\
         sabiendo|sachant|sait|de|sapendo|suppose|symbol|that|the|this|und|value|waarbij|we|when|where|which|with|wobei|wiadomo|y|\
         you|że|буква|где|если|и|известно|что|:]*",
    ),
    ("MODAL", "[debe|deve|doit|has|moet|musi|muss|must|shall|should|to]*"),
    (
        "IS",
        "be|bedeutet|denotes|entspricht|equals|es|est|ist|is|jest|means|oznacza|represents|represent|représente|representa|\
         rappresenta|sein|ser|staat|stand|stands|steht|vale|vaut|wynosi|è|é|être|обозначает|означает|равен|равна|равно|это",
    ),
    (
        "ARTICLE",
        "[a|al|an|buchstabe|chiffre|cifra|cijfer|cyfra|cyfrą|cyfrę|das|der|die|digit|dígito|een|egal|ein|eine|el|equal|for|für|\
         gleich|il|la|le|letter|liczba|liczbą|number|numero|número|the|to|un|una|une|value|voor|zahl|ziffer|цифра|цифру|число|\
         числу]*",
    ),
];

/// Words behind which something else is said of letters.
const GOES_ON: &[&str] = &["and", "e", "en", "et", "i", "oraz", "und", "while", "y", "и"];

/// Words that say that each digit is used once.
const ONCE: &[&str] = &[
    "cada",
    "chacun",
    "chaque",
    "each",
    "einmal",
    "every",
    "exactement",
    "fois",
    "genau",
    "je",
    "jeweils",
    "keer",
    "once",
    "raz",
    "sola",
    "time",
    "vez",
    "volta",
    "одному",
    "разу",
];

/// The letters of the sentence are not 0, which is a setting if the puzzle has no others.
const NO_LETTER_IS_ZERO: &str = "no-zero of-letters";

/// What may stand between the letters and the digits that they are.
const BEFORE_DIGITS: &[&str] = &["-", "decimal", "different", "distinct", "non", "nonzero", "single", "zero"];

/// What stands between the letters of a list.
const LINKS: &[&str] = &[",", "and", "or", "nor", "&"];

/// How many words and signs of a sentence are looked at.
const LONGEST_SENTENCE: usize = 80;

/// The fewest words in small letters that make a sentence of a line.
const LEAST_SMALL: usize = 2;

/// Numbers that are written in words.
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// The fewest digits of a list; of two it is not sure that they are no range.
const LEAST_LISTED: usize = 3;

/// How often words of a phrase may be repeated.
const MOST_REPEATED: usize = 8;

/// No longer line of a file says something about its neighbour.
const LONGEST_LINE: usize = 400;

/// Nobody says more settings than this about one puzzle.
const MOST_SETTINGS: usize = 16;

/// A run of letters and digits in small letters, or another sign.
struct Token {
    at: Range<usize>,
    word: String,
    /// Whether it begins with a capital.
    is_capital: bool,
}

impl Token {
    fn is_word(&self) -> bool {
        self.word.chars().all(char::is_alphanumeric)
    }

    /// Whether it is a capital alone.
    fn is_letter(&self) -> bool {
        self.at.len() == 1 && self.is_capital
    }
}

pub(super) fn may_be_stated(text: &str) -> bool {
    text.contains(char::is_whitespace) || text.contains(')')
}

/// Turns phrases that say settings into lines that set them.
pub(super) fn settings(view: &View) -> Option<Change> {
    let tokens = tokens((0..view.len()).map(|i| view.sign(i)));
    let is_drawn = view.is_drawn();
    let blanks = (0..view.len()).filter(|i| view.is_blank(*i)).count();
    let has_blanks = blanks > 0;
    let letters = letters_of(view, &tokens);
    let mut rules = view.rules.clone();
    let (mut cuts, mut lines, mut said) = (Vec::new(), String::new(), Vec::new());
    let mut phrases: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    while from < tokens.len() {
        // Letters differ anyway.
        let is_new = |setting: &str| match setting {
            "distinct-blanks" => has_blanks,
            NO_LETTER_IS_ZERO => names_all(&letters, view, &tokens, from),
            _ => true,
        };
        let Some(Phrase { end, settings, letters: said_of }) = phrase_at(&tokens, from)
            .filter(|phrase| is_new(&phrase.settings[0]))
            .or_else(|| listed(&tokens, from))
        else {
            from += 1;
            continue;
        };
        // The letter stands in the puzzle as well.
        let is_known =
            |letter: usize| letters.get(&view.sign(tokens[letter].at.start)).is_some_and(|count| *count > 1);
        let is_said =
            |letter: usize| is_known(letter) && is_said_of_letter(&tokens, from..end, letter, view.rules);
        if !said_of.iter().all(|letter| is_said(*letter)) {
            from += 1;
            continue;
        }
        let settings: Vec<String> =
            settings.iter().flat_map(|setting| written_out(setting, &letters, &rules)).collect();
        // Behind another phrase, the sign before that one counts.
        let opens = phrases.last().filter(|last| last.end == from).map_or(from, |last| last.start);
        let phrase = with_punctuation(&tokens, opens..end);
        let behind = tokens.get(phrase.end);
        let is_free = |token: Option<&Token>| {
            token.is_none_or(|token| {
                token.is_word()
                    || "\n.,;:()[]!?\"'。、".contains(&token.word)
                    || view.is_hidden(token.at.start)
            })
        };
        // Within a row of a drawing nothing may move what is behind it.
        let fits =
            !is_drawn || behind.is_none_or(|token| token.word == "\n") || is_wordy(&tokens, phrase.start);
        let before = phrase.start.checked_sub(1).map(|i| &tokens[i]);
        if !is_free(before) || !is_free(behind) || !fits {
            from += 1;
            continue;
        }
        for setting in settings.iter().filter(|setting| !setting.is_empty()) {
            let (name, value) =
                setting.split_once(' ').map_or((setting.as_str(), None), |(name, value)| (name, Some(value)));
            rules.set(name, value).ok()?;
        }
        // What follows moves up to what is before.
        let start = match before.filter(|token| token.word != "\n") {
            Some(token) => token.at.end,
            None => tokens[phrase.start].at.start,
        };
        cuts.truncate(cuts.len() - usize::from(opens < from));
        cuts.push(Edit::cut(view.bytes(start..tokens[phrase.end - 1].at.end)));
        let first = from;
        from = phrase.end;
        phrases.push(opens..end);
        let set = settings.iter().filter(|setting| !setting.is_empty()).map(|setting| format!("@{setting}"));
        let set: Vec<String> = set.collect();
        if set.is_empty() {
            continue;
        }
        let are_digits = set[0].starts_with("@digits");
        if are_digits && rules.digits == Some(DigitSet::all(rules.base)) {
            rules.digits = view.rules.digits;
            continue;
        }
        let words = view.typed(tokens[first].at.start..tokens[end - 1].at.end);
        lines += &(set.join("\n") + "\n");
        said.push(format!("\"{words}\" as {}", set.join(", ")));
        // Each of them once: letters differ anyway.
        let says_once = || tokens[first..end].iter().any(|token| ONCE.contains(&token.word.as_str()));
        let fills_all = || letters.is_empty() && rules.digits.is_some_and(|digits| digits.len() == blanks);
        if are_digits && blanks > 1 && !rules.distinct_blanks && (says_once() || fills_all()) {
            rules.distinct_blanks = true;
            lines += "@distinct-blanks\n";
            said.push("@distinct-blanks".into());
        }
    }
    if said.len() > MOST_SETTINGS {
        return None;
    }
    if said.is_empty() {
        return Change::of(cuts);
    }
    cuts.insert(0, Edit::new(0..0, lines));
    Some(Change::of(cuts)?.with(message!("note-stated", settings = said.join(", "))))
}

pub(super) fn may_be_said_above(text: &str) -> bool {
    text.trim_start()
        .split_once('\n')
        .is_some_and(|(first, _)| first.contains(' ') && first.contains(char::is_lowercase))
}

/// The same for a drawing below a line of words, which otherwise might be read as a row of it.
pub(super) fn above(view: &View) -> Option<Change> {
    let first = view.lines().into_iter().next().filter(|_| view.is_drawn())?;
    let rest = view.bytes(first.end..view.len());
    let is_said = || said_by(view.typed(first.clone()), &view.text[rest], view.rules).is_some();
    let tokens = tokens(first.clone().map(|i| view.sign(i)));
    if is_wordy(&tokens, 0) && is_said() { settings(view) } else { None }
}

/// Whether the line of a token has words that cannot be the numbers of a row.
fn is_wordy(tokens: &[Token], at: usize) -> bool {
    let is_in_line = |token: &&Token| token.word != "\n";
    let before = tokens[..at].iter().rev().take_while(is_in_line);
    let behind = tokens[at..].iter().take_while(is_in_line);
    let is_small = |token: &&Token| {
        token.at.len() > 1 && !token.is_capital && token.word.chars().all(char::is_alphabetic)
    };
    before.chain(behind).take(LONGEST_SENTENCE).filter(is_small).count() >= LEAST_SMALL
}

/// A setting as the language has it; several if one phrase stands for them.
fn written_out(setting: &str, letters: &HashMap<char, usize>, rules: &Rules) -> Vec<String> {
    let others = |name: &str, sign: char| {
        let mut others: Vec<char> =
            letters.keys().copied().filter(|letter| !name.contains(*letter)).collect();
        others.arrange();
        others.into_iter().map(|other| format!("where {name}{sign}{other}")).collect()
    };
    match setting.split_once(' ') {
        Some(("no-zero", "of-letters")) => vec!["no-zero".into()],
        Some(("largest", name)) => others(name, '>'),
        Some(("smallest", name)) => others(name, '<'),
        Some(("exclude", digit)) => {
            let all = rules.digits.unwrap_or(DigitSet::all(rules.base));
            let kept: DigitSet = all.iter().filter(|kept| kept.to_string() != digit).collect();
            vec![format!("digits {kept}")]
        }
        _ => vec![setting.into()],
    }
}

/// The letters of words in capitals, and how often each stands there.
fn letters_of(view: &View, tokens: &[Token]) -> HashMap<char, usize> {
    let is_capital = |i: usize| view.sign(i).is_uppercase();
    let words = tokens.iter().filter(|token| token.at.clone().all(is_capital));
    let mut letters = HashMap::new();
    words.flat_map(|token| token.at.clone()).for_each(|i| *letters.entry(view.sign(i)).or_default() += 1);
    letters
}

/// Whether the sentence before a place names all letters of the puzzle, or none, and digits are what it is about: `A, B and C are
/// nonzero digits`, `each letter is a nonzero digit`.
fn names_all(letters: &HashMap<char, usize>, view: &View, tokens: &[Token], at: usize) -> bool {
    let is_between = |token: &&Token| BEFORE_DIGITS.contains(&token.word.as_str());
    let next = tokens[at..].iter().take(MOST_REPEATED).find(|token| !is_between(token));
    let is_lone = |token: &&Token| token.at.len() == 1 && letters.contains_key(&view.sign(token.at.start));
    let sentence = tokens[..at].iter().rev().take(LONGEST_SENTENCE);
    let sentence = sentence.take_while(|token| token.is_word() || token.word == ",");
    let named: HashSet<char> = sentence.filter(is_lone).map(|token| view.sign(token.at.start)).collect();
    let are_all = || letters.keys().all(|letter| named.contains(letter));
    next.is_some_and(|token| token.word.starts_with("digit")) && (named.is_empty() || are_all())
}

/// Whether a phrase says something of a letter, and says it to its end: not `T is 9 times E`, nor `T = 9` within a calculation.
fn is_said_of_letter(tokens: &[Token], phrase: Range<usize>, letter: usize, rules: &Rules) -> bool {
    let is_end = |token: &Token| {
        !token.is_word() && "\n.,;:()[]!?。、".contains(&token.word) || GOES_ON.contains(&token.word.as_str())
    };
    // A relation in signs is one condition of several, unless it is a line or a sentence of its own.
    let is_sign = |token: &Token| "=≠".contains(&token.word);
    let is_relation = letter == phrase.start && tokens.get(letter + 1).is_some_and(is_sign);
    let ends_sentence = |token: &Token| matches!(token.word.as_str(), "\n" | ".");
    let before = tokens[..letter].last();
    let begins = match is_relation {
        true => before.is_none_or(ends_sentence) && tokens.get(phrase.end).is_none_or(ends_sentence),
        false => letter > phrase.start || before.is_none_or(is_end),
    };
    let number = tokens[phrase.end - 1].word.parse::<u64>().unwrap_or(0);
    begins && number < u64::from(rules.base.get()) && tokens.get(phrase.end).is_none_or(is_end)
}

/// What a line says of the puzzle beside it.
pub(in crate::text) struct Said {
    /// The lines that set it.
    pub settings: Vec<String>,
    pub note: Note,
}

impl Said {
    /// Whether it is about letters of the puzzle, and no rule that others may have as well.
    pub fn is_of_letters(&self) -> bool {
        self.settings.iter().any(|line| line.starts_with("@where ") || line.starts_with("@assign "))
    }
}

/// The settings that a line says of the puzzle on the next line or on the one before, if it says nothing else that counts.
pub(in crate::text) fn said_by(line: &str, puzzle: &str, rules: &Rules) -> Option<Said> {
    let is_candidate = |c: char| c.is_numeric() || c.is_lowercase();
    if !line.contains(is_candidate) || line.len() > LONGEST_LINE || !may_say(line, rules) {
        return None;
    }
    let whole = format!("{line}\n{puzzle}");
    let heading = Heading::read(&whole, rules).ok()?;
    let vocabulary = Vocabulary::default();
    let view = View::new(&whole, &heading, Aids { vocabulary: &vocabulary, interrupt: &Never, without: &[] });
    let Change { edits, note } = settings(&view)?;
    let settings = edits.first()?.text.lines().map(str::to_owned).collect();
    let cuts: Vec<Edit> = edits[1..].iter().filter(|edit| edit.at.end <= line.len()).cloned().collect();
    let rest = draft::changed(line, 0..line.len(), &cuts);
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric() && !".:!?。".contains(c));
    // `Each letter is a different digit. T is odd.`
    let ends = |c: Option<char>| c.is_none_or(|c| ".,;:!?。".contains(c));
    let is_apart = |Edit { at, .. }: &Edit| {
        let begins = line[at.clone()].starts_with(['.', ',', ';'])
            || ends(line[..at.start].trim_end().chars().next_back());
        begins
            && (line[..at.end].ends_with(['.', ',', ';']) || ends(line[at.end..].trim_start().chars().next()))
    };
    let says_more = rest.contains(char::is_alphanumeric)
        && !(cuts.iter().all(is_apart) && prose::sentences_alone(rest, rules).is_some());
    (!says_more).then_some(Said { settings, note: note? })
}

/// Whether the first word of a line is part of a phrase, or two words stand side by side as in a sentence: most lines are puzzles,
/// and this is known at once.
fn may_say(line: &str, rules: &Rules) -> bool {
    let signs = rules.spelling().characters(line);
    let tokens = tokens(signs.iter().map(|character| character.sign));
    let Some(first) = tokens.iter().position(Token::is_word) else { return false };
    let phrases = |from| phrase_at(&tokens, from).into_iter().chain(listed(&tokens, from));
    let is_small = |token: &Token| token.is_word() && token.at.len() > 1 && !token.is_capital;
    tokens.windows(2).any(|pair| pair.iter().all(is_small))
        || (0..=first).flat_map(phrases).any(|phrase| phrase.end > first)
}

/// Whether a line says something of one letter, which a puzzle below it may have: `T = 9`, `O is odd`.
pub(in crate::text) fn says_letter(line: &str, rules: &Rules) -> bool {
    let letters: String = line.chars().filter(|c| c.is_uppercase()).collect();
    said_by(line, &letters, rules).is_some_and(|said| said.is_of_letters())
}

/// The base that some words say, and nothing else: `hexadecimal`.
pub(super) fn base_of(words: &str) -> Option<String> {
    let tokens = tokens(words.chars());
    let phrase =
        phrase_at(&tokens, 0).filter(|phrase| phrase.end == tokens.len() && phrase.letters.is_empty())?;
    phrase.settings.into_iter().next().filter(|setting| setting.starts_with("base "))
}

/// Whether words say a setting.
pub(super) fn is_setting(words: &str) -> bool {
    let tokens = tokens(words.chars());
    (0..tokens.len()).any(|from| phrase_at(&tokens, from).is_some())
}

fn tokens(signs: impl Iterator<Item = char>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (i, sign) in signs.enumerate().filter(|(_, sign)| *sign == '\n' || !sign.is_whitespace()) {
        let sign = if "–−—".contains(sign) { '-' } else { sign };
        match tokens.last_mut() {
            Some(last) if last.at.end == i && last.is_word() && sign.is_alphanumeric() => {
                last.at.end = i + 1;
                last.word.extend(sign.to_lowercase());
            }
            _ => tokens.push(Token {
                at: i..i + 1,
                word: sign.to_lowercase().collect(),
                is_capital: sign.is_uppercase(),
            }),
        }
    }
    tokens
}

/// A phrase that was found.
struct Phrase {
    /// The token behind it.
    end: usize,
    /// What is set; several if it is said of several letters.
    settings: Vec<String>,
    /// The tokens of the letters that it is about.
    letters: Vec<usize>,
}

/// The phrase that begins at a token.
fn phrase_at(tokens: &[Token], from: usize) -> Option<Phrase> {
    PHRASES.iter().find_map(|(phrase, setting)| {
        let Found { at: end, numbers, letters } = matched(phrase, tokens, from)?;
        let setting = with_numbers(setting, &numbers);
        let name = |at: &usize| tokens[*at].word.to_uppercase();
        let settings = match letters.as_slice() {
            [] => vec![setting],
            [first, second] if setting.contains('€') => {
                vec![setting.replace('$', &name(first)).replace('€', &name(second))]
            }
            all => all.iter().map(|at| setting.replace('$', &name(at))).collect(),
        };
        Some(Phrase { end, settings, letters })
    })
}

/// A list of digits that are used: `using only the digits 1, 3, 4 and 7`.
fn listed(tokens: &[Token], from: usize) -> Option<Phrase> {
    let is =
        |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.contains(&token.word.as_str()));
    let words =
        (from..).take_while(|at| is(*at, &["from", "only", "the", "use", "uses", "using", "with"])).count();
    let noun = from + words;
    let has_noun = is(noun, &["digits", "numbers"]);
    let opens = noun + usize::from(has_noun);
    if !has_noun && words < 2 {
        return None;
    }
    let mut at = opens + usize::from(is(opens, &["{", ":"]));
    let mut digits = Vec::new();
    while let Some(digit) = tokens.get(at).and_then(|token| number(&token.word)) {
        digits.push(digit.to_string());
        at += 1;
        let next = (at..).take(2).take_while(|at| is(*at, &[",", "and", "&"])).count();
        if tokens.get(at + next).is_none_or(|token| number(&token.word).is_none()) {
            break;
        }
        at += next;
    }
    let end = at + usize::from(is(at, &["}"]));
    let settings = vec![format!("digits {}", digits.join(","))];
    (digits.len() >= LEAST_LISTED).then_some(Phrase { end, settings, letters: Vec::new() })
}

pub(super) fn may_set_base(text: &str) -> bool {
    let behind = text.split("base").nth(1);
    behind.is_some_and(|behind| behind.trim_start().starts_with('=')) && text.contains(char::is_uppercase)
}

/// How far a phrase goes, with its numbers and its letters.
struct Found {
    at: usize,
    numbers: Vec<u64>,
    letters: Vec<usize>,
}

/// Where a list of letters ends, `A, B and C`, that begins at a token. Its letters are added.
fn letter_list(tokens: &[Token], from: usize, letters: &mut Vec<usize>) -> Option<usize> {
    let is_letter = |at: usize| tokens.get(at).is_some_and(Token::is_letter);
    let is_link = |at: &usize| tokens.get(*at).is_some_and(|token| LINKS.contains(&token.word.as_str()));
    let mut at = from;
    while is_letter(at) {
        letters.push(at);
        let links = (at + 1..).take(2).take_while(is_link).count();
        if links == 0 || !is_letter(at + 1 + links) {
            return Some(at + 1);
        }
        at += 1 + links;
    }
    None
}

/// What is found of a phrase from a token on, to its end.
fn matched(phrase: &str, tokens: &[Token], from: usize) -> Option<Found> {
    let mut found = Found { at: from, numbers: Vec::new(), letters: Vec::new() };
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    for part in phrase.split_whitespace() {
        let list = |name: &str| LISTS.iter().find(|(own, _)| *own == name).map(|(_, words)| *words);
        // A list of words that may be missing.
        let inner = part.strip_prefix('[').and_then(|rest| list(rest.trim_end_matches(']')));
        let part = inner.or_else(|| list(part)).unwrap_or(part);
        let (choices, is_optional, is_repeated) = match part.strip_prefix('[') {
            Some(rest) => (rest.trim_end_matches(['*', ']']), true, rest.ends_with('*')),
            None => (part, inner.is_some(), false),
        };
        match choices {
            "#" => found.numbers.push(number(word(found.at))?),
            "$" | "€" => {
                tokens.get(found.at).filter(|token| token.is_letter())?;
                found.letters.push(found.at);
            }
            "$$" => {
                found.at = letter_list(tokens, found.at, &mut found.letters)?;
                continue;
            }
            _ => {
                // A capital alone is a letter of the puzzle, and none of the words of one letter.
                let is_letter = |at: usize| tokens.get(at).is_some_and(Token::is_letter);
                let fits = |at: usize| choices.split('|').any(|choice| choice == word(at)) && !is_letter(at);
                let most = if is_repeated { MOST_REPEATED } else { 1 };
                let count = (found.at..tokens.len()).take(most).take_while(|at| fits(*at)).count();
                if count == 0 && !is_optional {
                    return None;
                }
                found.at += count;
                continue;
            }
        }
        found.at += 1;
    }
    Some(found)
}

fn number(word: &str) -> Option<u64> {
    word.parse().ok().filter(|_| word.len() <= 2).or_else(|| number_word(word))
}

/// The number that a word in small letters says.
pub(super) fn number_word(word: &str) -> Option<u64> {
    NUMBERS.iter().position(|name| *name == word).map(|i| i as u64)
}

fn with_numbers(setting: &str, numbers: &[u64]) -> String {
    numbers.iter().fold(setting.to_string(), |setting, number| setting.replacen('#', &number.to_string(), 1))
}

/// A phrase with the brackets around it, or the sign between it and the rest of its line.
fn with_punctuation(tokens: &[Token], phrase: Range<usize>) -> Range<usize> {
    let Range { start, end } = phrase;
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("\n", |token| token.word.as_str());
    match (word(start.checked_sub(1)), word(Some(end))) {
        ("(", ")") | ("[", "]") => start - 1..end + 1,
        ("\n", "," | ":" | ";" | ".") => start..end + 1,
        ("," | ";" | ".", "," | ";" | "." | "\n") => start - 1..end,
        _ => start..end,
    }
}
