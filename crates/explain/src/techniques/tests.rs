//! Every technique against brute force: none takes a digit from a solution, and the checker accepts each conclusion.

use super::*;
use crate::checker;
use crate::fact::Claim;
use crate::state::{Arena, Fact};
use crate::step::Proof;
use fukumen_engine::solve::clock::Watch;
use fukumen_language::digits::{Base, Digit};
use fukumen_language::expr::Element;
use fukumen_language::interrupt::Never;
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::puzzle::{Puzzle, Rules};
use fukumen_reading::Reader;

/// The most assignments that are gone through to find all solutions.
const MOST: usize = 30_000;

/// Random numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }
}

/// A number as digits, some of them hidden: the same letter for the same digit, or a blank.
fn hidden(number: u64, base: u64, hide: &dyn Fn(u64) -> bool) -> String {
    let mut text = String::new();
    let mut rest = number;
    loop {
        let digit = rest % base;
        let shown = char::from_digit(u32::try_from(digit).unwrap_or(0), 16).unwrap_or('0');
        let letter = char::from(b'A' + u8::try_from(digit).unwrap_or(0));
        text.insert(0, if hide(digit) { letter } else { shown });
        rest /= base;
        if rest == 0 {
            return text;
        }
    }
}

/// A puzzle made from a calculation that is right.
fn made(dice: &mut Dice) -> Option<Puzzle> {
    let base = dice.between(4, 10);
    let (a, b) = (dice.between(1, base * base - 1), dice.between(1, base * base - 1));
    let c = dice.between(2, base - 1);
    let kept = dice.below(1 << base);
    // Letters take different digits; without letters for the others they may be shown.
    let hide = move |digit: u64| kept >> digit & 1 == 1;
    let write = |number: u64| hidden(number, base, &hide);
    let text = match dice.below(13) {
        0 => format!("{}+{}={}", write(a), write(b), write(a + b)),
        1 => format!("{}+{}+{}={}", write(a), write(b), write(c), write(a + b + c)),
        2 => format!("{}-{}={}", write(a + b), write(b), write(a)),
        3 => format!("{}*{}={}", write(a), write(c), write(a * c)),
        4 => format!("{}*{}={}", write(a), write(b), hidden(a * b, base, &|_| false)),
        5 => format!(
            "{}*{}={} && {}*{}={}",
            write(a),
            write(c),
            write(a * c),
            write(c),
            write(c),
            write(c * c)
        ),
        6 => format!("{}*{}={}", write(a), write(a), write(a * a)),
        7 => format!("{}/{}+{}={}", write(a * c), write(c), write(b), write(a + b)),
        // Only equations say what a number is.
        8 => format!("{}+{}>{}", write(a), write(c), write(a + c - 1)),
        9 => format!("sqrt({})={}", write(a * a), write(a)),
        10 => format!("√{}+{}={}", write(a * a), write(c), write(a + c)),
        11 => format!("cbrt({})+{}={}", write(c * c * c), write(a), write(a + c)),
        _ => format!("is_square({}) && {}+{}={}", write(a * a), write(a), write(c), write(a + c)),
    };
    read(&text, base)
}

fn read(text: &str, base: u64) -> Option<Puzzle> {
    let rules = Rules::default().with_base(Base::new(base).ok()?);
    Reader::new().rules(&rules).read(text).ok()
}

/// A long multiplication or division with up to six blanks.
fn drawn(dice: &mut Dice) -> Option<Puzzle> {
    let (a, tens, units) = (dice.between(100, 999), dice.between(1, 9), dice.between(1, 9));
    let mut text = format!(
        "{a:>6}\n×{:>5}\n------\n{:>6}\n{:>5}\n------\n{:>6}",
        10 * tens + units,
        a * units,
        a * tens,
        a * (10 * tens + units)
    );
    if dice.below(2) == 0 {
        text = divided(dice.between(11, 99), 100 * tens + units);
    }
    for _ in 0..6 {
        let at = dice.below(text.chars().count() as u64);
        let at = usize::try_from(at).ok()?;
        let blank = |(i, c): (usize, char)| if i == at && c.is_ascii_digit() { '□' } else { c };
        text = text.chars().enumerate().map(blank).collect();
    }
    read(&text, 10)
}

/// A long division without a remainder.
fn divided(divisor: u64, quotient: u64) -> String {
    let (dividend, quotient) = ((divisor * quotient).to_string(), quotient.to_string());
    let lead = divisor.to_string().len() + 1;
    let end = lead + dividend.len();
    let skipped = dividend.len() - quotient.len();
    let rule = format!("{:lead$}{}", "", "-".repeat(dividend.len()));
    let mut lines = vec![format!("{quotient:>end$}"), rule.clone(), format!("{divisor}){dividend}")];
    let digit = |c: Option<char>| c.and_then(|c| c.to_digit(10)).map_or(0, u64::from);
    let mut rest = 0;
    for (i, c) in dividend.chars().enumerate() {
        rest = rest * 10 + digit(Some(c));
        let taken = if i < skipped { 0 } else { digit(quotient.chars().nth(i - skipped)) };
        if taken > 0 {
            if lines.len() > 3 {
                lines.push(format!("{rest:>width$}", width = lead + i + 1));
            }
            lines.push(format!("{:>width$}", taken * divisor, width = lead + i + 1));
            lines.push(rule.clone());
            rest -= taken * divisor;
        }
    }
    lines.push(format!("{rest:>end$}"));
    lines.join("\n")
}

/// All solutions: the digits by place. Nothing if there are too many assignments.
fn solutions(scene: &Scene) -> Option<Vec<Vec<Digit>>> {
    let cells: Vec<usize> = (0..scene.cells.len())
        .filter(|place| !scene.cells[..*place].contains(&scene.cells[*place]))
        .collect();
    let tuples = cells.iter().try_fold(1_usize, |all, place| all.checked_mul(scene.allowed[*place].0.len()));
    if tuples.is_none_or(|tuples| tuples > MOST) {
        return None;
    }
    let mut found = Vec::new();
    descend(scene, &cells, &mut vec![0; cells.len()], 0, &mut found);
    Some(found)
}

fn descend(scene: &Scene, cells: &[usize], digits: &mut Vec<Digit>, at: usize, found: &mut Vec<Vec<Digit>>) {
    let by_cell = |digits: &[Digit]| {
        let mut all = vec![0; digits.len()];
        cells.iter().zip(digits).for_each(|(place, digit)| all[scene.cells[*place].index()] = *digit);
        all
    };
    if at == cells.len() {
        let all = by_cell(digits);
        let holds = |condition| judge::truth(condition, &all, &scene.context) == Truth::Yes;
        if scene.puzzle.all_conditions().all(holds) {
            found.push(scene.digits_of(&all));
        }
        return;
    }
    for digit in scene.allowed[cells[at]].0.iter() {
        if (0..at).any(|other| scene.differ[cells[other]][cells[at]] && digits[other] == digit) {
            continue;
        }
        digits[at] = digit;
        descend(scene, cells, digits, at + 1, found);
    }
}

/// Whether a solution satisfies what is concluded; carries are left to the checker.
fn agrees(scene: &Scene, news: &News, digits: &[Digit]) -> bool {
    let value = |numeral: usize| {
        scene.numerals[numeral].iter().fold(0_i128, |sum, element| {
            let digit = match element {
                Element::Shown(digit) => *digit,
                Element::Hidden(place) => digits[place.index()],
            };
            sum * i128::from(scene.b()) + i128::from(digit)
        })
    };
    match news {
        News::Digit(place, set) => set.contains(digits[*place]),
        News::Range(numeral, least, most) => {
            least.is_none_or(|least| least <= value(*numeral))
                && most.is_none_or(|most| value(*numeral) <= most)
        }
        News::Values(numeral, values) => values.contains(&value(*numeral)),
        News::Order(index) => judge::truth(scene.order(*index), digits, &scene.context) == Truth::Yes,
        News::Carry(..) | News::Relation(..) => true,
        News::False => false,
    }
}

/// Keeps the solutions in an order that is assumed. Each solution has an image, with the places exchanged, in the other order.
fn assume_order(scene: &Scene, give: &Give, solutions: &mut Vec<Vec<Digit>>) {
    let image = |digits: &Vec<Digit>| {
        let mut image = digits.clone();
        give.proof.exchange.iter().for_each(|(a, b)| image.swap(a.index(), b.index()));
        image
    };
    let (kept, others): (Vec<_>, Vec<_>) =
        solutions.iter().cloned().partition(|digits| agrees(scene, &give.news, digits));
    let is_there = |digits: &Vec<Digit>| solutions.contains(&image(digits));
    assert!(kept.iter().chain(&others).all(is_there), "{:?} of\n{}", give.proof.exchange, scene.puzzle);
    assert!(others.iter().all(|digits| kept.contains(&image(digits))), "{}", scene.puzzle);
    *solutions = kept;
}

/// Two fractions that add up to 1, some digits hidden.
fn fractions(dice: &mut Dice) -> Option<Puzzle> {
    let base = dice.between(5, 8);
    let kept = dice.below(1 << base);
    let has_shown = dice.below(2) == 0;
    let (p, a) = (dice.between(base, base * base - 1), dice.between(1, base - 1));
    let fits = |q: &u64| ((p - a) * q).is_multiple_of(p) && (1..base).contains(&((p - a) * q / p));
    let all: Vec<u64> = (base..base * base).filter(fits).collect();
    let q = *all.get(usize::try_from(dice.below(all.len().max(1) as u64)).ok()?)?;
    let b = (p - a) * q / p;
    // Where only what is above the lines is hidden, primes below say most of it.
    let hide = move |digit: u64| if has_shown { [a, b].contains(&digit) } else { kept >> digit & 1 == 1 };
    let write = |number: u64| hidden(number, base, &hide);
    read(&format!("{}/{}+{}/{}=1", write(a), write(p), write(b), write(q)), base)
}

/// Learns what a find concludes, after it was held against the solutions and the checker.
fn learn(scene: &Scene, arena: &mut Arena, state: &mut State, find: &Find, solutions: &mut Vec<Vec<Digit>>) {
    let told = || format!("{} of\n{}", find.technique.name, scene.puzzle);
    let mut used = find.uses.clone();
    for clique in scene.cliques(&find.differ) {
        used.push(arena.distinct(scene, &clique));
    }
    let mut first = None;
    for give in &find.gives {
        let give = give.clone().with_own(first);
        if give.rule == Rule::K8 {
            assume_order(scene, &give, solutions);
        }
        assert!(
            solutions.iter().all(|digits| agrees(scene, &give.news, digits)),
            "{:?} ({:?}) by {}",
            give.news,
            give.news.claim(scene),
            told()
        );
        let claim = give.news.claim(scene);
        let names: Vec<String> = used.iter().map(ToString::to_string).collect();
        let proof = Proof {
            modulo: give.proof.modulo,
            combine: give.proof.combine.iter().map(|(id, times)| (id.to_string(), *times)).collect(),
            divide: give.proof.divide,
            exchange: Vec::new(),
        };
        let asked = |claim: &Claim| checker::Asked::new(claim, &scene.context);
        let facts: Vec<checker::Asked> = used.iter().map(|id| asked(&arena.facts[*id].claim)).collect();
        let facts: Vec<(&str, &checker::Asked)> = names.iter().map(String::as_str).zip(&facts).collect();
        // Orders that are assumed need the whole puzzle, and are checked with it.
        assert!(
            give.rule == Rule::K8 || checker::follows(&scene.context, &facts, &asked(&claim), &proof, &Never),
            "{:?} from {used:?} by {}",
            give.news,
            told()
        );
        let prior = state.prior(&give.news);
        let id = arena.add(Fact {
            claim,
            rule: Some(give.rule),
            proof: give.proof.clone(),
            name: None,
            prior,
            news: None,
        });
        state.learn(scene, &give.news, id);
        used.push(id);
        first = first.or(Some(id));
        if give.news == News::False {
            return;
        }
    }
}

/// Applies those techniques in turn that may be used, a few rounds; the names of those that found something.
fn rounds(puzzle: &Puzzle, may: &dyn Fn(&Technique) -> bool, found: &mut Vec<&'static str>) -> bool {
    let Ok(scene) = Scene::of(puzzle, &Never) else { return false };
    let Some(mut solutions) = solutions(&scene) else { return false };
    let (mut arena, mut state) = (Arena::of(&scene), State::of(&scene));
    let (seen, work) = (RefCell::default(), Cell::new(0));
    let watch = Watch::default();
    let glances = Glances::at(&watch);
    for _ in 0..4 {
        for technique in TECHNIQUES.iter().filter(|technique| may(technique)) {
            let look = Look { scene: &scene, state: &state, seen: &seen, work: &work, watch: &glances };
            let Some(find) = look.finds(technique).into_iter().next() else { continue };
            found.push(find.technique.name);
            learn(&scene, &mut arena, &mut state, &find, &mut solutions);
            if state.broken.is_some() {
                return true;
            }
        }
    }
    true
}

/// Whether something follows from the table of the denominators of a sum of fractions, which is held against its solutions.
fn gives_a_table(puzzle: &Puzzle) -> bool {
    let mut found = Vec::new();
    rounds(puzzle, &|technique| technique.name == "table", &mut found);
    !found.is_empty()
}

#[test]
fn no_technique_takes_a_digit_from_a_solution() {
    let mut dice = Dice(12);
    let mut found = Vec::new();
    let (mut tried, mut tables) = (0, 0);
    for round in 0..1_500 {
        let puzzle = if round % 5 == 0 { drawn(&mut dice) } else { made(&mut dice) };
        tried += usize::from(puzzle.is_some_and(|puzzle| rounds(&puzzle, &|_| true, &mut found)));
    }
    // Few numbers make two fractions that add up to 1.
    for _ in 0..150 {
        let Some(puzzle) = (0..200).find_map(|_| fractions(&mut dice)) else { continue };
        // The others would leave nothing to these.
        let is_of_fractions = |technique: &Technique| ["reach", "lone-prime"].contains(&technique.name);
        tried += usize::from(rounds(&puzzle, &is_of_fractions, &mut found));
        rounds(&puzzle, &|technique| technique.name == "lone-prime", &mut found);
        tables += usize::from(gives_a_table(&puzzle));
    }
    assert!(tables > 20, "only {tables} sums of fractions had few denominators");
    // Few equations have a symbol that is left when they are added up.
    for _ in 0..50 {
        let (large, small) = (dice.between(2, 9), dice.between(1, 8));
        let text = format!("A+B={}&&A-B={}", large + small, large.saturating_sub(small));
        let Some(puzzle) = read(&text, 10) else { continue };
        tried += usize::from(rounds(&puzzle, &|technique| technique.name == "add-equations", &mut found));
    }
    // Few differences are short by chance.
    for _ in 0..200 {
        let (from, kept) = (dice.between(1_000, 1_098), dice.below(1 << 10));
        let taken = dice.between(from - 99, 999);
        let write = |number: u64| hidden(number, 10, &|digit: u64| kept >> digit & 1 == 1);
        let Some(puzzle) = read(&format!("{}-{}={}", write(from), write(taken), write(from - taken)), 10)
        else {
            continue;
        };
        tried += usize::from(rounds(&puzzle, &|technique| technique.name == "drop", &mut found));
    }
    // Few products have the same digit throughout.
    for (factor, other) in [37, 74].into_iter().flat_map(|factor| [3, 6, 9].map(|other| (factor, other))) {
        let write = |number: u64| hidden(number, 10, &|_| true);
        let text = format!("{}*{}={}", write(factor), write(other), write(factor * other));
        let Some(puzzle) = read(&text, 10) else { continue };
        tried += usize::from(rounds(&puzzle, &|technique| technique.name == "repeat-block", &mut found));
    }
    // Few squares are told by their last two digits.
    for root in 11..=99 {
        let kept = dice.below(1 << 10);
        let write = |number: u64| hidden(number, 10, &|digit: u64| kept >> digit & 1 == 1);
        let Some(puzzle) = read(&format!("{}^2={}", write(root), write(root * root)), 10) else { continue };
        tried += usize::from(rounds(&puzzle, &|technique| technique.name == "square-ending", &mut found));
    }
    assert!(tried > 500, "only {tried} puzzles were small enough");
    let is_told =
        |technique: &&Technique| !["cases", "crowd", "exhaust", "same-row"].contains(&technique.name);
    for technique in TECHNIQUES.iter().filter(is_told) {
        assert!(found.contains(&technique.name), "{} never found anything", technique.name);
    }
}
