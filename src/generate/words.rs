//! Sums, products and any other puzzles of the words of a list.
//!
//! A form such as `A+B=C` says where words stand. They are chosen one after the other, the result first, and most choices end
//! early: with the first words too many letters are there for the digits (the sets of letters are masks of bits, and each word
//! chosen thins the list for those to come), or lengths that cannot meet. What is left of a sum is counted by `count.rs`
//! without a puzzle ever being made; what that lets pass is proposed. Of words that may change places one order is looked at.

use std::collections::HashMap;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::sync::RwLock;

use rand_chacha::rand_core::RngCore;

use crate::generate;
use crate::generate::Choice;
use crate::generate::Finds;
use crate::generate::GenerateError;
use crate::generate::Gives;
use crate::generate::Kind;
use crate::generate::Letter;
use crate::generate::Lexicon;
use crate::generate::Order;
use crate::generate::Space;
use crate::generate::count::Counter;
use crate::generate::count::LARGEST;
use crate::generate::count::MOST_LETTERS;
use crate::generate::count::Term;
use crate::generate::form::Form;
use crate::puzzle::Distinct;
use crate::puzzle::Permission;
use crate::puzzle::Rules;
use crate::puzzle::Wrong;

/// Candidates of a part, at most, where its first word alone makes one; else the first two do.
const PART: u128 = 2_000_000;
/// Lengths that are told apart; longer words count as this long, and as long as the longest.
const MOST_LENGTHS: usize = 63;
/// The form of a sum of any words.
const ANY_SUM: &str = "+";

/// The kind.
pub(super) struct Words;

impl Kind for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn help(&self) -> &'static str {
        "sums, or any other form, of the words of a list"
    }

    fn example(&self) -> &'static str {
        "generate words --words list.txt --form A+B=C"
    }

    fn subject(&self) -> Option<&'static str> {
        None
    }

    fn choices(&self) -> &'static [Choice] {
        CHOICES
    }

    fn space(&self, order: &Order) -> Result<Box<dyn Space>, GenerateError> {
        let list = order.choice("words").ok_or(GenerateError::Missing("--words FILE"))?;
        let list = Lexicon::read(list, &order.rules)?;
        let forms = forms(order)?;
        Ok(Box::new(Choosing::new(order, list, forms)?))
    }
}

const CHOICES: &[Choice] = &[
    Choice { name: "words", takes: Gives::File, help: "the words, one a line" },
    value("form", "FORM", "a letter for each word: A+B=C (default), A*B=C*D, …; + for a sum of any words"),
    value("words-in-all", "N..M", "how many words a sum of any words has, its result among them (default 3)"),
    value("contains", "WORD", "a word that is in every puzzle"),
    Choice { name: "theme", takes: Gives::File, help: "words of which one at least is in every puzzle" },
    value("min-length", "N", "words of at least so many letters"),
    value("max-length", "N", "words of at most so many letters"),
    value("letters", "N", "puzzles with exactly so many different letters: 10 uses every digit"),
    value("sample", "N", "N puzzles by chance instead of all; the seed names them"),
];

const fn value(name: &'static str, value: &'static str, help: &'static str) -> Choice {
    Choice { name, takes: Gives::Value(value), help }
}

/// The forms that are ordered.
fn forms(order: &Order) -> Result<Vec<Form>, GenerateError> {
    match order.choice("form").map_or("A+B=C", str::trim) {
        ANY_SUM => {
            let (least, most) = range(order.choice("words-in-all").unwrap_or("3"))?;
            (least..=most).map(|words| Form::sum_of(words, &order.rules)).collect()
        }
        _ if order.choice("words-in-all").is_some() => Err(GenerateError::WordsInAllAlone),
        form => Ok(vec![Form::read(form, &order.rules)?]),
    }
}

/// A number, or two with `..` between them.
fn range(text: &str) -> Result<(usize, usize), GenerateError> {
    let wrong = || GenerateError::Choice {
        option: "words-in-all",
        takes: "a number or a range such as 3..5",
        found: text.into(),
    };
    let read = |text: &str| text.trim().trim_start_matches('=').parse::<usize>().map_err(|_| wrong());
    let (least, most) = match text.split_once("..") {
        None => (read(text)?, read(text)?),
        Some((least, most)) => (read(least)?, read(most)?),
    };
    if least <= most && most <= 64 { Ok((least, most)) } else { Err(wrong()) }
}

/// A whole number that an option gives.
fn number(order: &Order, option: &'static str) -> Result<Option<usize>, GenerateError> {
    let wrong = |text: &str| GenerateError::Choice { option, takes: "a whole number", found: text.into() };
    order.choice(option).map(|text| text.trim().parse().map_err(|_| wrong(text))).transpose()
}

/// A word of the list, made ready.
struct Ready {
    shown: String,
    letters: Vec<Letter>,
    /// Its letters as bits; where a list has more than 64, several share a bit.
    mask: u64,
    /// The place of its length among the lengths.
    length: u8,
    /// What each of its letters adds; nothing, where that is too large.
    terms: Option<Vec<(Letter, i64)>>,
    /// Whether its first letter may not be zero.
    is_led: bool,
    /// The needs that it meets, as bits.
    needs: u64,
}

/// All choices of words.
struct Choosing {
    rules: Rules,
    list: Lexicon,
    words: Vec<Ready>,
    forms: Vec<Task>,
    /// What must be there in every puzzle, a bit each: a word, or one of several.
    needs: u64,
    /// Those that only one word meets.
    single_needs: u64,
    /// Different letters of a puzzle, at most, and exactly.
    most_letters: usize,
    letters: Option<usize>,
    /// Where the value of a word of each length lies.
    lengths: Vec<(f64, f64)>,
    /// Whether the number of solutions of a sum can be counted beforehand.
    is_countable: bool,
    sample: Option<u64>,
    seed: u64,
}

/// One form and its parts.
struct Task {
    form: Form,
    /// How many words are fixed in a part.
    depth: u32,
    parts: u64,
    candidates: u128,
    /// The lengths that a word may have behind words of given lengths, as bits, as far as they have come up.
    lengths: RwLock<HashMap<u64, u64>>,
}

impl Choosing {
    fn new(order: &Order, list: Lexicon, forms: Vec<Form>) -> Result<Self, GenerateError> {
        let rules = &order.rules;
        let most_letters = match rules.distinct {
            Distinct::All => rules.allowed_digits().len(),
            _ => usize::MAX,
        };
        let (least, most) = (number(order, "min-length")?, number(order, "max-length")?);
        let is_long_enough = |letters: &[Letter]| {
            letters.len() >= least.unwrap_or(0) && letters.len() <= most.unwrap_or(usize::MAX)
        };
        let all: Vec<usize> =
            (0..list.words().len()).filter(|word| is_long_enough(&list.words()[*word].letters)).collect();
        let lengths = Lengths::of(&list, &all, rules);
        let needs = needs(order, &list)?;
        let words: Vec<Ready> = all
            .iter()
            .map(|word| lengths.word(&list, *word, &forms, &needs))
            .filter(|word| word.mask.count_ones() as usize <= most_letters)
            .collect();
        let needed = |is_needed: &dyn Fn(&HashSet<usize>) -> bool| {
            needs.iter().enumerate().filter(|(_, need)| is_needed(need)).fold(0, |bits, (i, _)| bits | 1 << i)
        };
        let (all_needs, single_needs) = (needed(&|_| true), needed(&|need| need.len() == 1));
        let tasks = forms.into_iter().map(|form| Task::new(form, all.len(), words.len()));
        Ok(Self {
            rules: rules.clone(),
            forms: tasks.collect(),
            words,
            list,
            needs: all_needs,
            single_needs,
            most_letters,
            letters: number(order, "letters")?,
            lengths: lengths.bounds,
            is_countable: is_countable(rules),
            sample: number(order, "sample")?.map(|sample| sample as u64),
            seed: order.seed,
        })
    }

    /// The form that a part belongs to, and the number of the part among its own.
    fn task(&self, part: u64) -> Option<(&Task, u64)> {
        let mut left = part;
        for task in &self.forms {
            if left < task.parts {
                return Some((task, left));
            }
            left -= task.parts;
        }
        None
    }

    /// The lengths that the next word may have, as bits.
    fn lengths(&self, task: &Task, chosen: &[u8]) -> u64 {
        let key = chosen.iter().fold(1, |key, length| key << 6 | u64::from(*length));
        let is_short = chosen.len() <= 9;
        let known = || task.lengths.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        if let Some(lengths) = known().filter(|_| is_short) {
            return lengths;
        }
        let lengths = self.found_lengths(task, chosen);
        if is_short {
            task.lengths.write().unwrap_or_else(PoisonError::into_inner).insert(key, lengths);
        }
        lengths
    }

    fn found_lengths(&self, task: &Task, chosen: &[u8]) -> u64 {
        let words = task.form.words();
        let least = self.lengths.iter().map(|bounds| bounds.0).fold(f64::INFINITY, f64::min);
        let most = self.lengths.iter().map(|bounds| bounds.1).fold(0.0, f64::max);
        let mut bounds = vec![(least, most); words];
        for (level, length) in chosen.iter().enumerate() {
            bounds[words - 1 - level] = self.lengths[usize::from(*length)];
        }
        let mut lengths = 0;
        for (length, own) in self.lengths.iter().enumerate() {
            bounds[words - 1 - chosen.len()] = *own;
            lengths |= u64::from(task.form.may_hold(&bounds)) << length;
        }
        lengths
    }
}

impl Space for Choosing {
    fn parts(&self) -> u64 {
        self.forms.iter().map(|task| task.parts).fold(0, u64::saturating_add)
    }

    fn candidates(&self) -> Option<u64> {
        let all = self.forms.iter().map(|task| task.candidates).fold(0, u128::saturating_add);
        u64::try_from(all).ok()
    }

    fn notes(&self) -> Vec<String> {
        self.list.note().into_iter().collect()
    }

    fn enough(&self) -> Option<u64> {
        self.sample
    }

    fn search(&self, part: u64, finds: &mut Finds<'_>) -> ControlFlow<()> {
        let part = if self.sample.is_some() { shuffled(part, self.parts(), self.seed) } else { part };
        let Some((task, number)) = self.task(part) else { return ControlFlow::Continue(()) };
        let mut walk = Walk::new(self, task, number, finds);
        walk.descend(0, Bits::default())?;
        if self.sample.is_some() {
            let passed = std::mem::take(&mut walk.passed);
            self.draw(task, part, passed, finds);
        }
        let up_to = |number: u64| task.candidates * u128::from(number) / u128::from(task.parts);
        let share = up_to(number + 1) - up_to(number);
        finds.looked_at(u64::try_from(share).unwrap_or(u64::MAX))
    }
}

impl Choosing {
    /// Proposes choices of words in an order of chance, until one of them is a puzzle.
    fn draw(&self, task: &Task, part: u64, mut passed: Vec<Vec<u32>>, finds: &mut Finds<'_>) {
        let mut random = generate::random(self.seed, part);
        while !passed.is_empty() && !finds.is_interrupted() {
            let drawn = passed.swap_remove((random.next_u64() % passed.len() as u64) as usize);
            if self.propose(task, &drawn, finds) {
                return;
            }
        }
    }

    fn propose(&self, task: &Task, chosen: &[u32], finds: &mut Finds<'_>) -> bool {
        let last = chosen.len() - 1;
        let text = task.form.written(|word| &self.words[chosen[last - word] as usize].shown);
        finds.propose_text(&text, &self.rules)
    }
}

/// The number of a part in an order of chance: `a·n + c` with an `a` that has no divisor in common with how many there are.
fn shuffled(part: u64, parts: u64, seed: u64) -> u64 {
    let mut random = generate::random(seed, u64::MAX);
    let shift = random.next_u64() % parts.max(1);
    let factor = loop {
        let factor = random.next_u64() % parts.max(1);
        if parts <= 1 || gcd(factor, parts) == 1 {
            break factor;
        }
    };
    let place = (u128::from(part) * u128::from(factor) + u128::from(shift)) % u128::from(parts.max(1));
    u64::try_from(place).unwrap_or(part)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether the rules say nothing that `count.rs` does not know of.
pub(super) fn is_countable(rules: &Rules) -> bool {
    let is_plain = rules.assign.is_empty() && rules.blanks.is_empty() && rules.wheres.is_empty();
    let is_small = usize::from(rules.base.get()) <= MOST_LETTERS;
    is_plain
        && is_small
        && rules.distinct == Distinct::All
        && rules.wrong == Wrong::No
        && !rules.distinct_from_literals
}

/// What must be there, each as the places of the words that meet it.
fn needs(order: &Order, list: &Lexicon) -> Result<Vec<HashSet<usize>>, GenerateError> {
    let mut needs = Vec::new();
    for word in order.all("contains") {
        let place = list.find(word).ok_or_else(|| GenerateError::NotInList(word.trim().into()))?;
        needs.push(HashSet::from([place]));
    }
    for theme in order.all("theme") {
        let theme = Lexicon::read(theme, &order.rules)?;
        let places = list.find_all(theme.words().iter().map(|word| &*word.shown));
        if places.is_empty() {
            return Err(GenerateError::NoTheme);
        }
        needs.push(places);
    }
    // A bit each; no puzzle has room for as many.
    if needs.len() > 64 { Err(GenerateError::ManyNeeds) } else { Ok(needs) }
}

/// The lengths of the words of a list, and what they come to.
struct Lengths {
    lengths: Vec<usize>,
    bounds: Vec<(f64, f64)>,
    base: i64,
    /// Whether a first letter among several may not be zero, and one alone.
    are_led: (bool, bool),
}

impl Lengths {
    fn of(list: &Lexicon, words: &[usize], rules: &Rules) -> Self {
        let mut lengths: Vec<usize> = words.iter().map(|word| list.words()[*word].letters.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let longest = lengths.last().copied().unwrap_or(0);
        lengths.truncate(MOST_LENGTHS);
        let base = f64::from(rules.base.get());
        let power = |length: usize| base.powi(i32::try_from(length).unwrap_or(i32::MAX));
        let least = |length: usize| match length {
            1 => 0.0,
            _ if rules.leading_zeros == Permission::Allowed => 0.0,
            _ => power(length - 1),
        };
        let mut bounds: Vec<(f64, f64)> =
            lengths.iter().map(|length| (least(*length), power(*length) - 1.0)).collect();
        if let Some(last) = bounds.last_mut() {
            last.1 = power(longest);
        }
        let are_led =
            (rules.leading_zeros == Permission::Forbidden, rules.lone_zero == Permission::Forbidden);
        Self { lengths, bounds, base: i64::from(rules.base.get()), are_led }
    }

    fn word(&self, list: &Lexicon, place: usize, forms: &[Form], needs: &[HashSet<usize>]) -> Ready {
        let word = &list.words()[place];
        let met = needs.iter().enumerate().filter(|(_, need)| need.contains(&place));
        let length = self.lengths.partition_point(|length| *length < word.letters.len());
        Ready {
            shown: word.shown.clone(),
            mask: word.letters.iter().fold(0, |mask, letter| mask | 1 << (letter % 64)),
            length: length.min(self.lengths.len().saturating_sub(1)) as u8,
            terms: terms(&word.letters, self.base, forms),
            is_led: if word.letters.len() == 1 { self.are_led.1 } else { self.are_led.0 },
            needs: met.fold(0, |bits, (i, _)| bits | 1 << i),
            letters: word.letters.clone(),
        }
    }
}

/// What each letter of a word adds, where a sum of such words cannot become too large.
fn terms(letters: &[Letter], base: i64, forms: &[Form]) -> Option<Vec<(Letter, i64)>> {
    let sums = forms.iter().filter_map(|form| form.sum.as_ref());
    let weight = |(sum, constant): &(Vec<i64>, i64)| {
        sum.iter()
            .try_fold(constant.checked_abs()?, |all, coefficient| all.checked_add(coefficient.checked_abs()?))
    };
    let heaviest = sums.map(weight).try_fold(1, |most, weight| Some(most.max(weight?)))?;
    let room = LARGEST / heaviest / base;
    let mut terms: Vec<(Letter, i64)> = Vec::new();
    let mut place: i64 = 1;
    for letter in letters.iter().rev() {
        if place > room {
            return None;
        }
        match terms.iter_mut().find(|(known, _)| known == letter) {
            Some((_, value)) => *value += place,
            None => terms.push((*letter, place)),
        }
        place = place.saturating_mul(base);
    }
    Some(terms)
}

impl Task {
    /// A form over so many words, of which so many are ready.
    fn new(form: Form, all: usize, ready: usize) -> Self {
        let words = form.words();
        let choices = (0..words).map(|taken| all.saturating_sub(taken) as u128);
        let candidates = choices.fold(1, u128::saturating_mul) / form.orders.max(1);
        let is_fine = candidates / (all.max(1) as u128) <= PART || words < 3;
        let depth = if is_fine { 1 } else { 2 };
        let parts = (ready as u64).saturating_pow(depth);
        Self { form, depth, parts, candidates, lengths: RwLock::default() }
    }
}

/// The search of one part. Words are chosen from the last of the form to the first: level 0 is the last.
struct Walk<'c, 'f, 'i> {
    all: &'c Choosing,
    task: &'c Task,
    /// The words that the part fixes.
    fixed: Vec<u32>,
    chosen: Vec<u32>,
    lengths: Vec<u8>,
    /// For each level, the words that have no letter too many beside those chosen before. The last level makes do with those
    /// of the level before, and tests each.
    left: Vec<Vec<u32>>,
    tally: Tally,
    counter: Counter,
    /// Choices of words that a sample is drawn from.
    passed: Vec<Vec<u32>>,
    finds: &'f mut Finds<'i>,
}

/// What is known of the words chosen so far, as bits.
#[derive(Clone, Copy, Default)]
struct Bits {
    letters: u64,
    needs: u64,
}

impl<'c, 'f, 'i> Walk<'c, 'f, 'i> {
    fn new(all: &'c Choosing, task: &'c Task, part: u64, finds: &'f mut Finds<'i>) -> Self {
        let ready = all.words.len() as u64;
        let fixed = match task.depth {
            1 => vec![part as u32],
            _ => vec![(part / ready) as u32, (part % ready) as u32],
        };
        Self {
            all,
            task,
            fixed,
            chosen: Vec::new(),
            lengths: Vec::new(),
            left: vec![Vec::new(); task.form.words()],
            tally: Tally::new(all.list.letters()),
            counter: Counter::new(),
            passed: Vec::new(),
            finds,
        }
    }

    /// Chooses the word of a level.
    fn descend(&mut self, level: usize, bits: Bits) -> ControlFlow<()> {
        let words = self.task.form.words();
        if level == words {
            self.finish();
            return ControlFlow::Continue(());
        }
        if level + 2 >= words {
            self.finds.looked_at(0)?;
        }
        let lengths = self.all.lengths(self.task, &self.lengths);
        if lengths == 0 {
            return ControlFlow::Continue(());
        }
        let (from, to) = self.between(level);
        if let Some(word) = self.fixed.get(level).copied() {
            let is_between = from <= word && word < to;
            return if is_between {
                self.choose(level, bits, lengths, word)
            } else {
                ControlFlow::Continue(())
            };
        }
        let list = self.list_of(level);
        for i in self.left[list].partition_point(|word| *word < from)..self.left[list].len() {
            let word = self.left[list][i];
            if word >= to {
                break;
            }
            self.choose(level, bits, lengths, word)?;
        }
        ControlFlow::Continue(())
    }

    /// The level whose list a level takes its words from.
    fn list_of(&self, level: usize) -> usize {
        let is_last = level + 1 == self.task.form.words();
        if is_last && level > self.fixed.len() { level - 1 } else { level }
    }

    /// The words that a level may have, for those that may change places.
    fn between(&self, level: usize) -> (u32, u32) {
        let last = self.task.form.words() - 1;
        let word = last - level;
        let (mut from, mut to) = (0, self.all.words.len() as u32);
        for (before, behind) in &self.task.form.rising {
            if *before == word && last - behind < level {
                to = to.min(self.chosen[last - behind]);
            }
            if *behind == word && last - before < level {
                from = from.max(self.chosen[last - before] + 1);
            }
        }
        (from, to)
    }

    #[inline]
    fn choose(&mut self, level: usize, bits: Bits, lengths: u64, word: u32) -> ControlFlow<()> {
        let ready = &self.all.words[word as usize];
        let bits = Bits { letters: bits.letters | ready.mask, needs: bits.needs | ready.needs };
        if bits.letters.count_ones() as usize > self.all.most_letters
            || lengths >> ready.length & 1 == 0
            || self.chosen.contains(&word)
            || self.lacks_too_much(level, bits)
        {
            return ControlFlow::Continue(());
        }
        self.chosen.push(word);
        self.lengths.push(ready.length);
        let coefficient = self.coefficient(level);
        self.tally.add(ready, coefficient);
        self.thin(level + 1, bits);
        let flow = self.descend(level + 1, bits);
        self.tally.take_back(ready, coefficient);
        self.lengths.pop();
        self.chosen.pop();
        flow
    }

    /// Whether what must be there cannot come any more.
    fn lacks_too_much(&self, level: usize, bits: Bits) -> bool {
        let room = self.task.form.words() - 1 - level;
        let missing = self.all.needs & !bits.needs;
        missing != 0 && (room == 0 || (missing & self.all.single_needs).count_ones() as usize > room)
    }

    /// Makes the list of a level: the words that still fit, of those that fitted before.
    fn thin(&mut self, level: usize, bits: Bits) {
        if level < self.fixed.len() || level == self.task.form.words() || self.list_of(level) != level {
            return;
        }
        let mut list = std::mem::take(&mut self.left[level]);
        list.clear();
        let most = self.all.most_letters;
        let fits =
            |word: &u32| (bits.letters | self.all.words[*word as usize].mask).count_ones() as usize <= most;
        if level == self.fixed.len() {
            list.extend((0..self.all.words.len() as u32).filter(fits));
        } else {
            list.extend(self.left[level - 1].iter().copied().filter(fits));
        }
        self.left[level] = list;
    }

    fn coefficient(&self, level: usize) -> i64 {
        let place = self.task.form.words() - 1 - level;
        self.task.form.sum.as_ref().map_or(0, |(coefficients, _)| coefficients[place])
    }

    /// All words are chosen.
    fn finish(&mut self) {
        let letters = self.tally.letters.len();
        let is_right = self.all.letters.is_none_or(|wanted| wanted == letters);
        if letters > self.all.most_letters || !is_right || self.is_refused() {
            return;
        }
        if self.all.sample.is_some() {
            self.passed.push(self.chosen.clone());
        } else {
            self.all.propose(self.task, &self.chosen, self.finds);
        }
    }

    /// Whether the sum has another number of solutions than is wanted.
    fn is_refused(&mut self) -> bool {
        let Some((_, constant)) = self.task.form.sum else { return false };
        if !self.all.is_countable || self.tally.large > 0 {
            return false;
        }
        let wanted = self.finds.solutions();
        let allowed = self.all.rules.allowed_digits().bits();
        let terms = self.tally.letters.iter().map(|letter| self.tally.term(*letter, allowed));
        self.counter.count(terms, constant, wanted.saturating_add(1)) != wanted
    }
}

/// What the words chosen so far add up to.
struct Tally {
    /// What each letter adds.
    values: Vec<i64>,
    /// How many words have each letter, and how many may not begin with zero because of it.
    uses: Vec<u32>,
    leads: Vec<u32>,
    /// The letters that are there.
    letters: Vec<Letter>,
    /// Words that are too large to be added.
    large: u32,
}

impl Tally {
    fn new(letters: usize) -> Self {
        let (values, uses, leads) = (vec![0; letters], vec![0; letters], vec![0; letters]);
        Self { values, uses, leads, letters: Vec::new(), large: 0 }
    }

    fn add(&mut self, word: &Ready, coefficient: i64) {
        for letter in &word.letters {
            let uses = &mut self.uses[*letter as usize];
            if *uses == 0 {
                self.letters.push(*letter);
            }
            *uses += 1;
        }
        self.leads[word.letters[0] as usize] += u32::from(word.is_led);
        match &word.terms {
            None => self.large += 1,
            Some(terms) => {
                terms.iter().for_each(|(letter, value)| self.values[*letter as usize] += value * coefficient);
            }
        }
    }

    fn take_back(&mut self, word: &Ready, coefficient: i64) {
        for letter in word.letters.iter().rev() {
            let uses = &mut self.uses[*letter as usize];
            *uses -= 1;
            if *uses == 0 {
                self.letters.pop();
            }
        }
        self.leads[word.letters[0] as usize] -= u32::from(word.is_led);
        match &word.terms {
            None => self.large -= 1,
            Some(terms) => {
                terms.iter().for_each(|(letter, value)| self.values[*letter as usize] -= value * coefficient);
            }
        }
    }

    fn term(&self, letter: Letter, allowed: u64) -> Term {
        let letter = letter as usize;
        let digits = if self.leads[letter] > 0 { allowed & !1 } else { allowed };
        Term { coefficient: self.values[letter], digits }
    }
}
