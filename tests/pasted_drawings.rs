//! Drawings as they come out of web pages: without indentation, without rules, with other signs, as other countries write
//! them. True calculations are drawn in a tidy way and so; with the same digits hidden, both have the same solutions.

use fukumen::puzzle::{Puzzle, Rules};
use fukumen::solve::Solver;
use fukumen::text::Reader;

use crate::common::corpus;

/// How many calculations of each kind are drawn in every run of the tests, and in a thorough one.
const SOME: u32 = 200;
const MANY: u32 = 1000;

/// Pseudo-random numbers: the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    fn within(&mut self, least: u32, most: u32) -> u32 {
        least + self.below(most - least + 1)
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u32) as usize]
    }
}

fn read_in(text: &str, base: u32) -> Result<Puzzle, String> {
    let mut rules = Rules::default();
    rules.set("base", Some(&base.to_string())).expect("it is a base");
    Reader::new().rules(&rules).read(text).map_err(|error| format!("{error}\n{text}"))
}

fn solutions(puzzle: &Puzzle) -> usize {
    let (answer, solutions) = Solver::new(puzzle).run().expect("the default engine fits");
    assert!(answer.outcome.exhausted && answer.outcome.undecided == 0);
    solutions.len()
}

fn keys(puzzle: &Puzzle) -> Vec<&'static str> {
    puzzle.notes().iter().map(|note| note.message.key()).collect()
}

/// The number of solutions and the notes of a text.
fn answer(text: &str) -> (usize, Vec<&'static str>) {
    let puzzle = read_in(text, 10).unwrap_or_else(|error| panic!("{error}"));
    let again: Puzzle = puzzle.to_string().parse().unwrap_or_else(|error| panic!("{error}\n{puzzle}"));
    assert_eq!(again.conditions().len(), puzzle.conditions().len(), "{text}\ndrawn as\n{puzzle}");
    // A drawing reads as it stands, but for letters that hold places open.
    assert!(
        again.notes().iter().all(|note| puzzle.notes().iter().any(|other| other.message == note.message))
    );
    (solutions(&puzzle), keys(&puzzle))
}

fn written(mut number: u32, base: u32) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.push(char::from_digit(number % base, base).expect("it is a digit"));
        number /= base;
    }
    digits.iter().rev().collect()
}

/// A row of a calculation: the sign before it, its digits, and the column in which it ends.
#[derive(Clone, Debug)]
struct Row {
    sign: &'static str,
    digits: String,
    end: usize,
}

fn row(sign: &'static str, number: u32, base: u32, end: usize) -> Row {
    Row { sign, digits: written(number, base), end }
}

/// Hides about `share` percent of the digits.
fn hide(rows: &mut [Row], share: u32, chance: &mut Chance) {
    for row in rows {
        row.digits = row.digits.chars().map(|c| if chance.below(100) < share { '□' } else { c }).collect();
    }
}

fn tidy(row: &Row) -> String {
    let digits = format!("{:>width$}", row.digits, width = row.end);
    if row.sign.is_empty() { digits } else { format!("{}{}", row.sign, &digits[1..]) }
}

fn flush(row: &Row) -> String {
    format!("{}{}", row.sign, row.digits)
}

/// A multiplication: its factors, its partial products, its product.
fn product(chance: &mut Chance, base: u32) -> Vec<Row> {
    let a = chance.within(base, base.pow(3) - 1);
    let b = chance.within(base, base.pow(3) - 1);
    let digits = written(b, base);
    let mut rows = vec![row("", a, base, 10), row("×", b, base, 10)];
    for (shift, digit) in digits.chars().rev().enumerate().filter(|(_, digit)| *digit != '0') {
        rows.push(row("", a * digit.to_digit(base).expect("it is a digit"), base, 10 - shift));
    }
    rows.push(row("", a * b, base, 10));
    rows
}

/// The rows with rules below the factors and above the product.
fn with_rules(rows: &[Row], drawn: &dyn Fn(&Row) -> String, rule: &str) -> String {
    let last = rows.len() - 1;
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        if i == 2 || i == last && i > 2 {
            text += &format!("{rule}\n");
        }
        text += &format!("{}\n", drawn(row));
    }
    text
}

/// Compares what is read from untidy drawings with the tidy one: each is read so, or refused. Returns how many are read.
fn compare(tidy: &str, others: &[String], base: u32) -> usize {
    let puzzle = read_in(tidy, base).unwrap_or_else(|error| panic!("{error}"));
    let count = solutions(&puzzle);
    assert!(count > 0, "{tidy}");
    let mut read = 0;
    for other in others {
        if let Ok(puzzle) = read_in(other, base) {
            assert_eq!(solutions(&puzzle), count, "base {base}\n{tidy}\n{other}\nread as\n{puzzle}");
            read += 1;
        }
    }
    read
}

fn products_without_indentation(count: u32) {
    let mut chance = Chance(11);
    let mut read = 0;
    for _ in 0..count {
        let base = chance.within(4, 10);
        let mut rows = product(&mut chance, base);
        hide(&mut rows, 40, &mut chance);
        let rule = *chance.pick(&["------", "ーーー", "_____", "― ― ―", "=========", "--- ---"]);
        let skewed: Vec<u32> = rows.iter().map(|_| chance.below(4)).collect();
        let uneven = rows.iter().zip(&skewed);
        let uneven: Vec<String> =
            uneven.map(|(row, skew)| " ".repeat(*skew as usize) + &flush(row)).collect();
        let bare: Vec<String> = rows.iter().map(flush).collect();
        let spaced = |row: &Row| {
            row.sign.to_string() + &row.digits.chars().map(String::from).collect::<Vec<_>>().join(" ")
        };
        let others = [
            with_rules(&rows, &flush, rule),
            with_rules(&rows, &spaced, rule),
            bare.join("\n"),
            uneven.join("\n"),
            rows.iter().map(tidy).collect::<Vec<_>>().join("\n"),
        ];
        read += compare(&with_rules(&rows, &tidy, "----------"), &others, base);
    }
    assert!(read as u32 > 4 * count, "{read} of {}", 5 * count);
}

#[test]
fn products_without_indentation_are_those_they_were() {
    products_without_indentation(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_products_without_indentation_are_those_they_were() {
    products_without_indentation(MANY);
}

/// A division: the quotient, the divisor, the dividend, and then products and what is left. The dividend begins in column 6.
fn division(chance: &mut Chance, base: u32) -> Vec<Row> {
    let divisor = chance.within(2, base.pow(2) - 1);
    let quotient = chance.within(base, base.pow(3) - 1);
    let rest = chance.below(divisor);
    let whole = written(divisor * quotient + rest, base);
    let end = 5 + whole.len();
    let mut rows = vec![
        row("", quotient, base, end),
        row("", divisor, base, 4),
        row("", divisor * quotient + rest, base, end),
    ];
    let mut left = 0;
    for (place, digit) in whole.chars().enumerate() {
        left = left * base + digit.to_digit(base).expect("it is a digit");
        if left >= divisor {
            if rows.len() > 3 {
                rows.push(row("", left, base, 6 + place));
            }
            rows.push(row("", left / divisor * divisor, base, 6 + place));
            left %= divisor;
        }
    }
    rows.push(row("", left, base, end));
    rows
}

fn divisions_without_indentation(count: u32) {
    let mut chance = Chance(12);
    let mut read = 0;
    for _ in 0..count {
        let base = chance.within(4, 10);
        let mut rows = division(&mut chance, base);
        hide(&mut rows, 40, &mut chance);
        let [quotient, divisor, whole, below @ ..] = rows.as_slice() else { panic!("there are more") };
        let head = format!("{}){}\n", divisor.digits, whole.digits);
        let lines = |drawn: &dyn Fn(&Row) -> String, rule: &str| {
            let line = |(i, row): (usize, &Row)| drawn(row) + "\n" + if i % 2 == 0 { rule } else { "" };
            below.iter().enumerate().map(line).collect::<String>()
        };
        let aligned =
            tidy(quotient) + "\n     ---\n" + &format!("{:>4})", divisor.digits) + &whole.digits + "\n";
        let aligned = aligned + &lines(&tidy, "     ---\n");
        let minus = |row: &Row| format!("-{}", row.digits);
        let signed: String = below
            .iter()
            .enumerate()
            .map(|(i, row)| if i % 2 == 0 { minus(row) } else { flush(row) } + "\n")
            .collect();
        let bar = format!("{} | {}", whole.digits, divisor.digits);
        let at_bar =
            |row: &Row| format!("{:<width$}", tidy(row)[5..].to_string(), width = whole.digits.len());
        let french: Vec<String> = below
            .iter()
            .enumerate()
            .map(|(i, row)| {
                at_bar(row) + &if i == 0 { format!(" | {}", quotient.digits) } else { String::new() }
            })
            .collect();
        let others = [
            format!("{}\n----\n{head}{}", quotient.digits, lines(&flush, "----\n")),
            format!("{}\n{head}{}", quotient.digits, lines(&flush, "")),
            format!("{}){}({}\n{}", divisor.digits, whole.digits, quotient.digits, lines(&flush, "__\n")),
            format!("{}:{}={}\n{signed}", whole.digits, divisor.digits, quotient.digits),
            format!("{}/{}\\{}\n{}", divisor.digits, whole.digits, quotient.digits, lines(&flush, "")),
            format!("{bar}\n{}", french.join("\n")),
        ];
        read += compare(&aligned, &others, base);
    }
    assert!(read as u32 > 5 * count, "{read} of {}", 6 * count);
}

#[test]
fn divisions_without_indentation_are_those_they_were() {
    divisions_without_indentation(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_divisions_without_indentation_are_those_they_were() {
    divisions_without_indentation(MANY);
}

/// A number with a point before some of its digits.
fn with_point(digits: &str, decimals: usize) -> String {
    let at = digits.chars().count() - decimals;
    let (whole, rest): (String, String) =
        (digits.chars().take(at).collect(), digits.chars().skip(at).collect());
    if decimals == 0 { whole } else { format!("{whole}.{rest}") }
}

/// A division with points in its numbers is that without them.
fn divisions_with_points(count: u32) {
    let mut chance = Chance(16);
    let mut read = 0;
    for _ in 0..count {
        let base = chance.within(4, 10);
        let mut rows = division(&mut chance, base);
        let firsts: Vec<char> = rows.iter().filter_map(|row| row.digits.chars().next()).collect();
        hide(&mut rows, 30, &mut chance);
        // A number with one digit before its point may begin with 0.
        for (row, first) in rows[..3].iter_mut().zip(firsts) {
            row.digits =
                row.digits.chars().enumerate().map(|(i, c)| if i == 0 { first } else { c }).collect();
        }
        let [quotient, divisor, whole, below @ ..] = rows.as_slice() else { panic!("there are more") };
        let lines =
            |drawn: &dyn Fn(&Row) -> String| below.iter().map(|row| drawn(row) + "\n").collect::<String>();
        let aligned =
            tidy(quotient) + "\n     ---\n" + &format!("{:>4})", divisor.digits) + &whole.digits + "\n";
        let aligned = aligned + &lines(&tidy);
        let most =
            |row: &Row, reserve: usize| (row.digits.len().min(row.digits.chars().count()) - reserve) as u32;
        let k = chance.below(most(divisor, 0)) as usize;
        let m = chance.below(most(quotient, 0).min(most(whole, k))) as usize;
        let (q, d, w) = (
            with_point(&quotient.digits, m),
            with_point(&divisor.digits, k),
            with_point(&whole.digits, k + m),
        );
        let others = [
            format!("{q}\n----\n{d}){w}\n{}", lines(&flush)),
            format!("{d}){w}({q}\n{}", lines(&flush)),
            format!("{w}:{d}={q}\n{}", lines(&flush)),
            format!("{d}/{w}\\{q}\n{}", lines(&flush)),
        ];
        read += compare(&aligned, &others, base);
        for other in others {
            // The redrawn puzzle has its points, and reads back without a note.
            if let Ok(puzzle) = read_in(&other, base) {
                assert_eq!(
                    puzzle.to_string().matches('.').count(),
                    other.matches('.').count(),
                    "{other}\n{puzzle}"
                );
                let again: Puzzle =
                    puzzle.to_string().parse().unwrap_or_else(|error| panic!("{error}\n{puzzle}"));
                assert!(again.notes().is_empty(), "{puzzle}");
                assert_eq!(solutions(&again), solutions(&puzzle), "{puzzle}");
            }
        }
    }
    assert!(read as u32 > 3 * count, "{read} of {}", 4 * count);
}

#[test]
fn divisions_with_points_are_those_without() {
    divisions_with_points(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_divisions_with_points_are_those_without() {
    divisions_with_points(MANY);
}

/// Divisions that show only what is left, and the conditions that they are.
fn rests_alone(count: u32) {
    let mut chance = Chance(20);
    for _ in 0..count {
        let divisor = chance.within(2, 99);
        let quotient = chance.within(12, 999);
        let rest = chance.below(divisor);
        let rows = [quotient, divisor, divisor * quotient + rest];
        let mut rows: Vec<Row> = rows.iter().map(|number| row("", *number, 10, 0)).collect();
        let (digits, whole) = (rows[0].digits.clone(), rows[2].digits.clone());
        let first = whole.len() - digits.len();
        let used: Vec<usize> = (0..digits.len()).filter(|i| digits.as_bytes()[*i] != b'0').collect();
        let to = |i: usize| used.get(i + 1).map_or(whole.len() - 1, |next| first + next);
        for (i, digit) in used.iter().enumerate() {
            let number = |text: &str| text.parse::<u32>().expect("it is a number");
            let taken = divisor * number(&digits[..=*digit]) * 10u32.pow((to(i) - first - digit) as u32);
            rows.push(row("", number(&whole[..=to(i)]) - taken, 10, to(i) + 1));
        }
        // Some digits are letters, each another, which may be equal.
        let mut letters = 'A'..='F';
        for row in &mut rows {
            let hidden = |c: char| if chance.below(100) < 30 { letters.next().unwrap_or(c) } else { c };
            row.digits = row.digits.chars().map(hidden).collect();
        }
        let [q, d, w] = [&rows[0], &rows[1], &rows[2]].map(|row| row.digits.clone());
        let (mut lines, mut french, mut conditions) =
            (Vec::new(), Vec::new(), vec![format!("{}<{d}", rows[rows.len() - 1].digits)]);
        for (i, row) in rows[3..].iter().enumerate() {
            let zeros = "0".repeat(to(i) - first - used[i]);
            conditions.push(format!("{}-{d}*{}{zeros}={}", &w[..=to(i)], &q[..=used[i]], row.digits));
            lines.push(tidy(row));
            let bar = if i == 0 { format!("|{q}") } else { String::new() };
            french.push(format!("{:<width$}{bar}", tidy(row), width = w.len()));
        }
        let zeros = (0..q.len()).filter(|i| !used.contains(i)).map(|i| format!("{}=0", &q[i..=i]));
        let others = used.iter().map(|i| format!("{}!=0", &q[*i..=*i]));
        conditions.extend(zeros.chain(others));
        let read = |text: &str| {
            read_in(&format!("@distinct none\n{text}"), 10).unwrap_or_else(|error| panic!("{error}"))
        };
        let expected = solutions(&read(&conditions.join("; ")));
        if lines.len() > 1 {
            for drawn in
                [format!("{w}:{d}={q}\n{}", lines.join("\n")), format!("{w}|{d}\n{}", french.join("\n"))]
            {
                assert_eq!(solutions(&read(&drawn)), expected, "{}\n{drawn}", conditions.join("; "));
            }
        }
    }
}

#[test]
fn divisions_without_products_are_their_conditions() {
    rests_alone(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_divisions_without_products_are_their_conditions() {
    rests_alone(MANY);
}

/// Decimals that repeat: the remainder after the period is that before it, however the period is marked.
fn repeating_decimals(count: u32) {
    let mut chance = Chance(19);
    let mut read = 0;
    for _ in 0..count {
        let divisor = *chance.pick(&[3, 6, 7, 9, 11, 12, 13, 15, 18, 21, 22, 24, 27, 33, 37, 41, 44]);
        let above = chance.within(1, 9 * divisor);
        let (mut rows, mut digits, mut rests) = (Vec::new(), String::new(), vec![above % divisor]);
        if above >= divisor {
            rows.push(above / divisor * divisor);
            rows.push(rests[0] * 10);
        }
        let period = loop {
            let left = rests[rests.len() - 1];
            digits.push(char::from_digit(left * 10 / divisor, 10).expect("it is a digit"));
            let next = left * 10 % divisor;
            if left * 10 >= divisor {
                rows.push(left * 10 / divisor * divisor);
                rows.push(next * 10);
            } else if let Some(last) = rows.last_mut() {
                *last *= 10;
            }
            if let Some(first) = rests.iter().position(|rest| *rest == next) {
                break first;
            }
            rests.push(next);
        };
        // Some divisions come out even, or end with a digit that has no line.
        let left = *rests.last().expect("there is one");
        if rests[period] == 0 || left * 10 < divisor || rows.len() < 2 {
            continue;
        }
        *rows.last_mut().expect("there is one") /= 10;
        let mut all: Vec<Row> = rows.iter().map(|number| row("", *number, 10, 0)).collect();
        let mut head = [Row { sign: "", digits, end: 0 }, row("", above, 10, 0)];
        hide(&mut all, 30, &mut chance);
        hide(&mut head[..1], 30, &mut chance);
        let (digits, w) = (head[0].digits.chars().collect::<Vec<_>>(), &head[1].digits);
        let join = |digits: &[char]| digits.iter().collect::<String>();
        let (before, behind) = (join(&digits[..period]), join(&digits[period..]));
        let whole = above / divisor;
        let brackets = format!("{whole}.{before}({behind})");
        let bars: String = behind.chars().flat_map(|c| [c, '\u{305}']).collect();
        let lines = all.iter().map(|row| row.digits.clone()).collect::<Vec<_>>().join("\n");
        let others = [
            format!("{w} : {divisor} = {brackets}\n{lines}"),
            format!("{divisor}){w}({brackets}\n{lines}"),
            format!("{brackets}\n----\n{divisor}){w}\n{lines}"),
            format!("{w} : {divisor} = {whole}.{before}{bars}\n{lines}"),
        ];
        // Each digit of the quotient and of the lines follows from the two numbers that are shown.
        for other in others {
            let Ok(puzzle) = read_in(&other, 10) else { continue };
            assert_eq!(solutions(&puzzle), 1, "{other}\nread as\n{puzzle}");
            let again: Puzzle =
                puzzle.to_string().parse().unwrap_or_else(|error| panic!("{error}\n{puzzle}"));
            assert_eq!(solutions(&again), 1, "{puzzle}");
            // With another remainder after the period it is no such division.
            let wrong = other.rsplit_once('\n').map(|(lines, _)| format!("{lines}\n{}", rests[period] + 1));
            let wrong = wrong.and_then(|wrong| read_in(&wrong, 10).ok());
            assert!(wrong.is_none_or(|wrong| solutions(&wrong) == 0), "{other}");
            read += 1;
        }
    }
    assert!(read > count, "{read} of {}", 4 * count);
}

#[test]
fn repeating_decimals_repeat() {
    repeating_decimals(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_repeating_decimals_repeat() {
    repeating_decimals(MANY);
}

/// A root: the root, the radicand, and then what is taken off and what is left. The radicand begins in column 3.
fn root(chance: &mut Chance, exponent: u32) -> Vec<Row> {
    let root = chance.within(11, if exponent == 2 { 999 } else { 99 });
    let whole = root.pow(exponent) + chance.below(exponent * root);
    let digits = written(root, 10);
    let end = 2 + written(whole, 10).len();
    let mut rows = vec![row("", root, 10, end), row("", whole, 10, end)];
    let mut taken = 0;
    for group in 0..digits.len() {
        let behind = digits.len() - 1 - group;
        let scale = 10u32.pow(behind as u32);
        let through = (root / scale).pow(exponent);
        // The sum of the products so far, as seen from this group.
        let before = if group == 0 { 0 } else { (root / scale / 10 * 10).pow(exponent) };
        if through > before {
            let column = end - exponent as usize * behind;
            if taken > 0 {
                rows.push(row("", whole / scale.pow(exponent) - before, 10, column));
            }
            rows.push(row("", through - before, 10, column));
            taken += 1;
        }
    }
    rows.push(row("", whole - root.pow(exponent), 10, end));
    rows
}

fn roots_without_indentation(count: u32) {
    let mut chance = Chance(17);
    let mut read = 0;
    for _ in 0..count {
        let exponent = chance.within(2, 4);
        let sign = ["√", "∛", "∜"][exponent as usize - 2];
        let mut rows = root(&mut chance, exponent);
        hide(&mut rows, 30, &mut chance);
        let [root, whole, below @ ..] = rows.as_slice() else { panic!("there are more") };
        let lines = |drawn: &dyn Fn(&Row) -> String, rule: &str| {
            let line = |(i, row): (usize, &Row)| drawn(row) + "\n" + if i % 2 == 0 { rule } else { "" };
            below.iter().enumerate().map(line).collect::<String>()
        };
        let aligned = format!("{}\n{sign} {}\n{}", tidy(root), whole.digits, lines(&tidy, ""));
        let minus = |row: &Row| format!("-{}", row.digits);
        let signed: Vec<String> = below
            .iter()
            .enumerate()
            .map(|(i, row)| if i % 2 == 0 { minus(row) } else { flush(row) })
            .collect();
        let others = [
            format!("{}\n{sign}{}\n{}", root.digits, whole.digits, lines(&flush, "")),
            format!("{}\n{sign}{}\n{}", root.digits, whole.digits, lines(&flush, "----\n")),
            format!("{sign}{} = {}\n{}", whole.digits, root.digits, lines(&flush, "")),
            format!("{sign}{}={}\n{}", whole.digits, root.digits, signed.join("\n")),
        ];
        read += compare(&aligned, &others, 10);
    }
    assert!(read as u32 > 3 * count, "{read} of {}", 4 * count);
}

#[test]
fn roots_without_indentation_are_those_they_were() {
    roots_without_indentation(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_roots_without_indentation_are_those_they_were() {
    roots_without_indentation(MANY);
}

/// Grids of three to five rows and columns, and the conditions that they are.
fn grids(count: u32) {
    let mut chance = Chance(18);
    for _ in 0..count {
        let size = chance.within(3, 5) as usize;
        let mut cells: Vec<Vec<u32>> =
            (1..size).map(|_| (1..size).map(|_| chance.within(1, 99)).collect()).collect();
        cells.iter_mut().for_each(|row| row.push(row.iter().sum()));
        cells.push((0..size).map(|i| cells.iter().map(|row| row[i]).sum()).collect());
        // Some digits are letters, each another, which may be equal.
        let mut letters = 'A'..='F';
        let mut hidden = |c: char| if chance.below(100) < 15 { letters.next().unwrap_or(c) } else { c };
        let cells: Vec<Vec<String>> = cells
            .iter()
            .map(|row| {
                row.iter().map(|number| number.to_string().chars().map(&mut hidden).collect()).collect()
            })
            .collect();
        let equation = |numbers: Vec<&str>| {
            let (last, others) = numbers.split_last().expect("there are some");
            format!("{}={last}", others.join("+"))
        };
        let across = cells.iter().map(|row| equation(row.iter().map(String::as_str).collect()));
        let down = (0..size).map(|i| equation(cells.iter().map(|row| row[i].as_str()).collect()));
        let line = across.chain(down).collect::<Vec<_>>().join("; ");
        let read = |text: &str| {
            read_in(&format!("@distinct none\n{text}"), 10).unwrap_or_else(|error| panic!("{error}"))
        };
        let expected = solutions(&read(&line));
        let width = chance.within(1, 4) as usize;
        for (rule, packed) in [("", false), ("", true), ("-", false), ("=", true), ("pieces", false)] {
            let drawn = grid(&cells, rule, packed, width);
            assert_eq!(solutions(&read(&drawn)), expected, "{line}\n{drawn}");
        }
    }
}

/// A grid with a rule, or signs, above its last row, its columns aligned or not.
fn grid(cells: &[Vec<String>], rule: &str, is_packed: bool, width: usize) -> String {
    let size = cells.len();
    let length = |i: usize| {
        if is_packed { 0 } else { cells.iter().map(|row| row[i].len()).max().unwrap_or(1) + width - 1 }
    };
    let signs = |last: &str, row: &dyn Fn(usize) -> &'static str| -> String {
        let sign = |i: usize| format!("{:>w$}", row(i), w = length(i).max(1));
        (0..size).map(sign).collect::<Vec<_>>().join(if is_packed { " " } else { "   " }) + last
    };
    let mut lines = Vec::new();
    for (i, row) in cells.iter().enumerate() {
        let numbers: Vec<String> =
            row.iter().enumerate().map(|(i, n)| format!("{n:>w$}", w = length(i))).collect();
        let (last, others) = numbers.split_last().expect("there are some");
        lines.push(format!("{} = {last}", others.join(" + ")));
        match (i + 2).cmp(&size) {
            std::cmp::Ordering::Less => lines.push(signs("", &|_| "+")),
            std::cmp::Ordering::Equal if rule.is_empty() => lines.push(signs("", &|_| "=")),
            std::cmp::Ordering::Equal if rule == "pieces" => lines.push(signs("", &|_| "==")),
            std::cmp::Ordering::Equal => lines.push(rule.repeat(6 * size)),
            std::cmp::Ordering::Greater => {}
        }
    }
    lines.join("\n")
}

#[test]
fn grids_are_the_conditions_that_they_are_on_one_line() {
    grids(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_grids_are_the_conditions_that_they_are_on_one_line() {
    grids(MANY);
}

fn sums_without_rules(count: u32) {
    let mut chance = Chance(13);
    for _ in 0..count {
        let base = chance.within(3, 10);
        let (a, b, c) = (chance.within(1, 999), chance.within(1, 999), chance.within(1, 999));
        let (a, b) = (a + c, b);
        let is_minus = chance.below(2) == 1;
        let result = if is_minus && a + b > c { a + b - c } else { a + b + c };
        let last = if result == a + b + c { "+" } else { "-" };
        let mut rows = vec![
            row("", a, base, 10),
            row("+", b, base, 10),
            row(last, c, base, 10),
            row("", result, base, 10),
        ];
        hide(&mut rows, 30, &mut chance);
        let [x, y, z, total] = [&rows[0], &rows[1], &rows[2], &rows[3]].map(|row| row.digits.clone());
        let lines: Vec<String> = rows.iter().map(tidy).collect();
        let aligned = format!("{}\n----------\n{}", lines[..3].join("\n"), lines[3]);
        let others = [
            lines.join("\n"),
            format!("{x}\n+{y}\n{last}{z}\n{total}"),
            format!("{x} +\n{y} {last}\n{z} =\n{total}"),
            format!("{x}\n+{y}\n{last}{z}\n={total}"),
            format!("{total} =\n{x} +\n{y} {last}\n{z}"),
            format!("{x}\n+\n{y}\n{last}{z}\n=\n{total}"),
            format!("{x}\n+{y}\n{last}{z}\n----\n{total}\n====\n"),
        ];
        // Rows that begin at one column but for their signs are read in any case.
        assert!(compare(&aligned, &others, base) >= 3, "{aligned}");
    }
}

#[test]
fn sums_without_rules_are_those_they_were() {
    sums_without_rules(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_sums_without_rules_are_those_they_were() {
    sums_without_rules(MANY);
}

fn fractions(count: u32) {
    let mut chance = Chance(14);
    for _ in 0..count {
        let terms: Vec<(u32, u32)> =
            (0..chance.within(2, 3)).map(|_| (chance.within(1, 99), chance.within(2, 99))).collect();
        // The sum of them is a fraction again.
        let below: u32 = terms.iter().map(|(_, below)| below).product();
        let above: u32 = terms.iter().map(|(above, other)| above * (below / other)).sum();
        let mut all: Vec<Row> =
            terms.iter().flat_map(|(a, b)| [row("", *a, 10, 0), row("", *b, 10, 0)]).collect();
        hide(&mut all, 30, &mut chance);
        let pairs: Vec<&[Row]> = all.chunks(2).collect();
        let line =
            pairs.iter().map(|pair| format!("{}/{}", pair[0].digits, pair[1].digits)).collect::<Vec<_>>();
        let line = format!("{}={above}/{below}", line.join("+"));
        let last = [row("", above, 10, 0), row("", below, 10, 0)];
        let pairs: Vec<&[Row]> = pairs.into_iter().chain([last.as_slice()]).collect();
        let length = |pair: &&[Row]| pair[0].digits.chars().count().max(pair[1].digits.chars().count());
        let mut lines = [String::new(), String::new(), String::new()];
        for (i, pair) in pairs.iter().enumerate() {
            let width = length(pair).max(2);
            let sign = if i == 0 {
                ""
            } else if i + 1 == pairs.len() {
                " = "
            } else {
                " + "
            };
            let gap = " ".repeat(sign.len());
            lines[0] += &format!("{gap}{:^width$}", pair[0].digits);
            lines[1] += &format!("{sign}{}", "-".repeat(width));
            lines[2] += &format!("{gap}{:^width$}", pair[1].digits);
        }
        let drawn = lines.join("\n");
        let expected = solutions(&read_in(&line, 10).unwrap_or_else(|error| panic!("{error}")));
        assert_eq!(answer(&drawn), (expected, Vec::new()), "{line}\n{drawn}");
    }
}

#[test]
fn fractions_are_the_conditions_that_they_are_on_one_line() {
    fractions(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_fractions_are_the_conditions_that_they_are_on_one_line() {
    fractions(MANY);
}

/// A row that is moved by one column, in a drawing that fits in no other way.
fn moved_rows(count: u32) {
    let mut chance = Chance(15);
    let mut read = 0;
    for _ in 0..count {
        let base = chance.within(4, 10);
        let mut rows = product(&mut chance, base);
        hide(&mut rows, 30, &mut chance);
        let aligned = with_rules(&rows, &tidy, "----------");
        let wrong = chance.below(rows.len() as u32) as usize;
        let mut moved = rows.clone();
        if chance.below(2) == 0 {
            moved[wrong].end += 1
        } else {
            moved[wrong].end -= 1
        }
        let moved = with_rules(&moved, &tidy, "----------");
        // A row that ends in a zero may still fit where it stands.
        if read_in(&moved, base).is_ok_and(|puzzle| !puzzle.notes().is_empty()) {
            read += compare(&aligned, &[moved], base);
        }
    }
    assert!(2 * read as u32 > count, "{read} of {count}");
}

#[test]
fn a_row_that_is_off_by_one_column_is_where_it_was() {
    moved_rows(SOME);
}

#[test]
#[ignore = "thorough"]
fn many_rows_that_are_off_by_one_column_are_where_they_were() {
    moved_rows(MANY);
}

/// Texts with the number of their solutions, and the keys of their notes.
const READ: &[(&str, usize, &[&str])] = &[
    // Products flush left, with the times sign before or after, or with rules of other signs.
    ("34\n× □7\n----\n□38\n□4\n----\n5□8", 1, &["note-rows-in-order"]),
    ("34\n×\n□7\n----\n□38\n□4\n----\n5□8", 1, &["note-rows-in-order"]),
    ("３４\n×　□７\nーーー\n□３８\n□４\nーーー\n５□８", 1, &["note-rows-in-order"]),
    ("34\n□7\nx ----\n□38\n□4\n----\n5□8", 1, &["note-rows-in-order"]),
    (". 34\n× □7\n----\n□38\n□4\n----\n5□8", 1, &["note-indented-by", "note-rows-in-order"]),
    ("34\nx □7\n□38\n□4\n5□8", 1, &["note-rows-in-order"]),
    (" 34\n×17\n□38\n34\n5□8", 1, &[]),
    // Shown zeros have no row; written zeros say what they say.
    ("34\n× 2□7\n----\n238\n68\n----\n70□8", 1, &["note-rows-in-order"]),
    ("34\n× 207\n----\n238\n68\n----\n70□8", 1, &["note-rows-in-order"]),
    ("34\n× □7\n----\n□38\n□40\n----\n5□8", 1, &["note-rows-in-order"]),
    (" 34\n×□7\n---\n□38\n□4-\n---\n5□8", 1, &[]),
    (" 34\n×□7\n---\n□38\n□4.\n---\n5□8", 1, &[]),
    (" 34\n×27\n---\n238\n68A\n---\n918", 1, &["note-rows-in-order"]),
    ("12 * 3□5\n---\n60\n4□ +\n36 + +\n---\n4140", 1, &["note-rows-in-order"]),
    ("12 × 3□5\n---\n  60\n 4□-\n36 - -\n----\n4140", 1, &[]),
    // Without a times sign, where the rows are no running sum.
    ("34\n□7\n----\n□38\n□4\n----\n5□8", 1, &["note-rows-in-order"]),
    (
        "34\n17\n.. ..\n□38\n□4\n.. ..\n5□8",
        1,
        &["note-rule-of-dots", "note-rule-of-dots", "note-rows-in-order"],
    ),
    ("AB\n*3\nCAB", 1, &["note-rows-in-order"]),
    // Divisions flush left.
    ("46\n____\n12)552\n4□\n--\n7□\n□2\n--\n0", 1, &["note-rows-in-order"]),
    ("12)552(46\n4□\n7□\n□2\n0", 1, &["note-rows-in-order"]),
    ("12/552\\46\n4□\n7□\n□2\n0", 1, &["note-rows-in-order"]),
    ("552 | 12\n48  |----\n--  | 46\n 7□\n 72\n --\n  0", 1, &[]),
    ("552│12\n48 ├──\n── │46\n 7□\n 72\n ──\n  0", 1, &[]),
    ("   46\n  ┌───\n12│552\n   4□\n   ──\n    7□\n    □2\n    ──\n     0", 1, &[]),
    ("12)552\n   4□\n   --\n    7□\n    □2\n    --\n     0", 1, &[]),
    ("12)557(46 R 5\n   48\n   --\n    77\n    7□\n    --\n     □", 1, &[]),
    ("557:12=46 rest □\n48\n--\n 77\n 7□\n --\n  5", 1, &[]),
    ("12)557(46あまり□\n   48\n   --\n    77\n    7□\n    --\n     5", 1, &[]),
    ("6)□4□2\n￣￣￣￣\n□□7", 8, &[]),
    ("7)□□□\n---\n 34\nあまり□", 7, &[]),
    // Corners and bars as they are typed, and a quotient that is not drawn.
    ("552 | 12\n48  |____\n--  | 46\n 7□\n 72\n --\n  0", 1, &[]),
    ("  552 | 12\n- 48  +----\n ---  | 46\n   7□\n - 72\n  ---\n    0", 1, &[]),
    ("557 | 12\n48  |\n--  |\n 77\n 7□\n --\n  5", 1, &[]),
    ("  12|557\n    |48\n    |--\n    | 77\n    | 7□\n    | --\n    |  5", 1, &[]),
    ("      46\n   _____\n12 / 557\n     48\n     --\n      77\n      7□\n      --\n       5", 1, &[]),
    ("    46 ... 5\n   ---\n12)557\n   48\n   --\n    77\n    7□\n    --\n     5", 1, &[]),
    ("6)1424\n  ----\n   2□7 R 2", 1, &[]),
    ("6)1424\n  ----\n   2□7 R □", 1, &[]),
    // Between two factors a star is a times sign, an x on its own line, too.
    ("34*□7\n-----\n □38\n □4\n-----\n 5□8", 1, &[]),
    ("34*□7\n□38\n□4\n5□8", 1, &[]),
    ("34\nx\n□7\n□38\n□4\n5□8", 1, &["note-rows-in-order"]),
    ("34\nX\n□7\n---\n□38\n□4\n---\n5□8", 1, &["note-rows-in-order"]),
    // Decimals: points in all three numbers, that of the quotient perhaps in front.
    ("   .75\n  -----\n4)3.00\n  2 8\n  ---\n    20\n    20\n    --\n     0", 1, &[]),
    ("3 : 4 = 0.7□\n28\n20\n20\n0", 1, &["note-rows-in-order"]),
    ("  .□5\n4)1.00\n8\n20\n20\n0", 1, &["note-rows-in-order"]),
    ("1 : 25 = 0.0□\n100\n0", 1, &["note-rows-in-order"]),
    ("6 : 2.4 = 2.□\n48\n120\n120\n0", 1, &["note-rows-in-order"]),
    ("     24\n    ---\n0.3)7.2\n    6\n    -\n    12\n    12\n    --\n     □", 1, &[]),
    (" 7.2 | 0.3\n     |-----\n 6   | 2□\n 12\n 12\n  0", 1, &[]),
    ("    12.□\n   -----\n1.2)15.0\n12\n30\n24\n60\n60\n0", 1, &["note-rows-in-order"]),
    // Repeating decimals: the remainder after the period is that before it.
    ("   0.3\n  ----\n3)1.□\n  9\n  -\n  1", 1, &["note-rows-in-order"]),
    ("    _\n  0.3\n  ---\n3)1.□\n    9\n    -\n    1", 1, &[]),
    ("   0.(□7)\n   ------\n11)3.00\n   2 2\n   ---\n     80\n     77\n     --\n      3", 1, &[]),
    (
        "      __\n  0.2 7\n ------\n11)3.00\n   2 2\n   ---\n     80\n     77\n     --\n      □",
        1,
        &["note-rows-in-order"],
    ),
    ("3 : 11 = 0.(2□)\n22\n80\n77\n3", 1, &["note-rows-in-order"]),
    ("3 : 11 = 0.2\u{305}7\u{305}\n22\n80\n77\n□", 1, &["note-rows-in-order"]),
    ("3 : 11 = 0.2\u{307}7\u{307}\n22\n80\n77\n□", 1, &["note-rows-in-order"]),
    ("1 : 6 = 0.1666………\n6\n40\n36\n40\n36\n40\n36\n□", 1, &["note-rows-in-order"]),
    ("3 : 11 = 0.2727………\n22\n80\n77\n30\n22\n80\n77\n□", 1, &["note-rows-in-order"]),
    (" 0.333...\n3)1.000\n9\n10\n9\n10\n9\n□", 1, &["note-rows-in-order"]),
    ("1 : 7 = 0.(142□57)\n7\n30\n28\n20\n14\n60\n56\n40\n35\n50\n49\n□", 1, &["note-rows-in-order"]),
    ("1 : 101 = 0.(009□)\n909\n910\n909\n1", 1, &["note-rows-in-order"]),
    // Only what is left is drawn.
    ("1422 | 6\n 22  | 23□\n  42\n   0", 1, &[]),
    ("1422 : 6 = 23□\n 22\n  42\n   0", 1, &[]),
    ("552 |12\n 72 |--\n  □ |46", 1, &[]),
    ("    46\n12)552\n    7□\n     0", 1, &[]),
    ("5520 | 12\n 72  |----\n  0□ | 460", 1, &[]),
    // Nothing is worked out.
    ("   2□7\n  ----\n6)1422", 1, &[]),
    ("1422 | 6\n     |----\n     | 2□7", 1, &[]),
    ("  2□7 R 2\n  ----\n6)1424", 1, &[]),
    ("4)3.00\n------\n  0.7□", 1, &[]),
    ("4)3.00\n------\n   .7□", 1, &[]),
    ("_34\n×□7\n----\n□38\n□4\n----\n5□8", 1, &["note-indented-by"]),
    // Underscores that fill up rows of letters to one width, but not digits if some are missing.
    ("__ON\n+_NO\n____\n_TOT", 1, &["note-indented-by"]),
    ("__AB\n+_AC\n____\n_BDA", 4, &["note-indented-by"]),
    ("__59\n+_34\n____\n__93", 765, &[]),
    ("   552 ∟12\n   48   46\n    72\n    72\n     □", 1, &[]),
    // Sums without a rule, with = in its place, with signs of their own lines.
    (" ON\n+NO\nTOT", 1, &[]),
    ("ON +\nNO\n\nTOT", 1, &[]),
    ("ON\nNO\n\nTOT", 1, &["note-result-below-gap"]),
    ("ON +\nNO =\nTOT", 1, &[]),
    ("ON\n+ NO\n= TOT", 1, &[]),
    ("TOT =\nON +\nNO", 1, &[]),
    ("TOT\n=\nON\n+NO", 1, &[]),
    ("ON\n+\nNO\n---\nTOT", 1, &[]),
    ("  ON\n+ NO\n+ ---\n TOT\n---", 1, &[]),
    ("TOT\n-NO\nON", 1, &[]),
    ("TOT -\nNO =\nON", 1, &[]),
    ("  O N\n+ N  O\n------\n  T O T", 1, &["note-rows-closed-up"]),
    ("  □5\n+3□\n□□1", 4, &["note-row-moved-left"]),
    // Fractions.
    (" AB\n---- = B\n C", 6, &[]),
    (" 1     □\n--- + --- = 1\n □     4", 3, &[]),
    (" □     1\n(-- + ---) × 2 = 3\n 2     □ ", 2, &[]),
    (" □    □    □\n---- + ---- + ---- =1\n□□   □□   □□", 66813, &[]),
    ("1     1     5\n-  +  -  =  -\nA     B     6", 2, &[]),
    ("1   1\n- + - = 1\nA   2", 1, &[]),
    // Grids whose equals signs are one rule.
    ("AB * A = CCD\n-    *     +\nAE / F =   G\n------------\n B *CF = CHE", 1, &[]),
    ("AB·A=CCD\n - · +\nAE:F=G\n________\nB·CF=CHE", 1, &[]),
    (
        "1 + □ + 3 = 6\n+   +   +   +\n2 + 3 + 4 = 9\n+   +   +   +\n1 + 1 + 1 = 3\n─────────────\n4 + □ + 8 = 18",
        1,
        &[],
    ),
    (
        "1+1+1+1=4\n+ + + + +\n2+2+□+2=8\n+ + + + +\n1+2+3+4=10\n+ + + + +\n3+1+1+1=6\n---------\n7+6+7+□=28",
        1,
        &[],
    ),
    (
        " 12 +  3 +  4 =   19\n  +    +    +      +\n  2 + 13 +  4 =   19\n  +    +    +      +\n  3 +  3 +104 =  110\n ===  ===  ===   ===\n 17 + 19 +112 =  1□8\n",
        1,
        &[],
    ),
    ("A      2\n-  =   -\nB      4", 4, &[]),
    // Roots without indentation.
    ("√1225=3□\n9\n-\n325\n325\n---\n0", 1, &["note-rows-in-order"]),
    ("  3□\n√1225\n9\n325\n325\n0", 1, &["note-rows-in-order"]),
    ("√12'25 = 3□\n  9\n  325\n  325\n    0", 1, &["note-rows-in-order"]),
    ("∛1728=1□\n1\n728\n728\n0", 1, &["note-rows-in-order"]),
    ("∜20736 = 1□\n1\n10736\n1□736\n0", 1, &["note-rows-in-order"]),
    ("√2 = 1.4\n1\n1 00\n 96\n □", 1, &["note-rows-in-order"]),
    ("√10816 = 10□\n1\n816\n816\n0", 1, &["note-rows-in-order"]),
    // Roots of higher order.
    ("∜□□□□□ = 1□\n 1\n -\n □□736\n □□736\n -----\n     0", 1, &[]),
    ("⁴√20736 = 1□\n  1\n  -\n  □0736\n  1□736\n  -----\n      0", 1, &[]),
];

#[test]
fn what_is_pasted_has_its_count_and_its_notes() {
    let wrong: Vec<String> = READ
        .iter()
        .filter_map(|(text, count, notes)| {
            let found = std::panic::catch_unwind(|| answer(text)).unwrap_or((usize::MAX, Vec::new()));
            (found != (*count, notes.to_vec())).then(|| format!("{found:?} for {count}, {notes:?}:\n{text}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Texts that could mean several things, or nothing.
const REFUSED: &[&str] = &[
    // Neither sign nor rule.
    "ON\nNO\nTOT",
    // The sign of the second row may be there for the total or for an equality.
    // Which digit of the multiplier is zero is open.
    "□□\n× □□□\n----\n□□□\n□□□\n----\n□□□□□",
    // Below factors on one line the first row may be that of the first digit.
    "□4 · 3□\n-------\n□□2\n□□□\n-------\n□□□□",
    // Blanks may stand for spaces.
    "  □ □\n+ □ 5\n------\n 1  2 3",
    // Partial products that lost their factors, not a sum.
    "  238\n+68\n----\n 918",
    // Two columns of numbers.
    "  ON    12\n+ NO    34\n-------\n   TOT  46",
    // A rule below one number is no sum: fractions, or products whose sign is lost.
    "A\n--\nBC\n==\n1\n--\n3",
    " 3417\n-----\n  238\n  34\n-----\n  578",
    // Which digits repeat is not said.
    "11)3(0.2□...\n22\n80\n77\n3",
    "     0.2□………\n   ------\n11)3.00\n   2 2\n   ---\n     80\n     77\n     --\n      3",
    // A fraction without its denominator.
    " 1     □\n--- + --- = 1\n □",
    // A product that no order explains.
    "34\n× 27\n----\n238\n69\n----\n918",
];

#[test]
fn what_is_not_certain_is_refused() {
    for text in REFUSED {
        assert!(read_in(text, 10).is_err(), "{text}\n{}", read_in(text, 10).expect("it is read"));
    }
}

#[test]
fn what_may_have_lost_its_indentation_is_told_so() {
    for text in ["34\n× 27\n----\n238\n69\n----\n918", "  1□34\n+ 1 34\n------\n  2469"] {
        let error = Reader::new().read(text).expect_err(text);
        assert_eq!(error.help.as_ref().map(|help| help.key()), Some("help-indentation"), "{text}");
    }
    let error = Reader::new().read("ON\nNO\nTOT").expect_err("it has no sign");
    assert_eq!(error.help.as_ref().map(|help| help.key()), Some("help-sum-or-product"));
}

#[test]
fn two_drawings_side_by_side_are_told() {
    for text in [
        "  SEND     ON\n+ MORE   + NO\n------   ----\n MONEY    TOT",
        " ON    34\n+NO  × 17\n---  ----\nTOT   238\n      34\n     ----\n      578",
    ] {
        let error = Reader::new().read(text).expect_err(text);
        assert_eq!(error.help.as_ref().map(|help| help.key()), Some("help-side-by-side"), "{text}");
    }
}

#[test]
fn every_published_drawing_reads_without_a_note() {
    for entry in corpus::drawings() {
        assert_eq!(keys(&entry.puzzle()), Vec::<&str>::new(), "{}", entry.name);
    }
}
