use super::*;
use crate::page::Written;
use fukumen_language::digits::DigitSet;

fn read(text: &str) -> Puzzle {
    text.parse().expect("it is a puzzle")
}

fn picture(puzzle: &Puzzle, solution: Option<&Solution>) -> String {
    pages(&[Page::new(puzzle, solution)])
}

/// Counts these parts in a picture.
fn counts<const N: usize>(svg: &str, parts: [&str; N]) -> [usize; N] {
    parts.map(|part| svg.matches(part).count())
}

#[test]
fn the_ink_is_that_of_the_page_and_all_is_named() {
    let svg = picture(&read(" A\n+?\n--\nBA"), None);
    assert!(!svg.contains("black") && svg.contains("<title>A; +?; BA</title>"), "{svg}");
    assert_eq!(counts(&svg, ["class=\"rule\"", "class=\"blank\"", "fill=\"currentColor\""]), [1, 1, 1]);
    assert!(picture(&read("A<B"), None).contains("<title>A&lt;B</title>"));
}

#[test]
fn a_sum_is_characters_and_a_line() {
    let svg = picture(&read(" A\n+B\n--\nBA"), None);
    assert_eq!(counts(&svg, ["<text", "<path", "<g "]), [5, 1, 1]);
    let svg = picture(&read("A     C\n-- + -- = 1\nB     D"), None);
    assert_eq!(counts(&svg, ["<text", "<path"]), [7, 2]);
    assert_eq!(escaped("A<B&C"), "A&lt;B&amp;C");
}

#[test]
fn blanks_are_boxes_until_they_are_filled() {
    let puzzle = read("□+□=1□");
    assert_eq!(counts(&picture(&puzzle, None), ["<rect", "<text"]), [3, 3]);
    let solution = Solution::new(&puzzle, vec![4, 7, 1]);
    assert_eq!(counts(&picture(&puzzle, Some(&solution)), ["<rect", "class=\"found\"", "<text"]), [0, 3, 6]);
}

#[test]
fn what_was_written_stands_in_its_places() {
    let puzzle = read("SEND+MO□E=MONEY");
    let mut written = vec![Written::Marks(DigitSet::EMPTY); puzzle.hidden().len()];
    written[0] = Written::Digit(9);
    written[1] = Written::Marks(DigitSet::one(5).with(6));
    let svg = pages(&[Page::new(&puzzle, None).written(written.clone())]);
    // 13 places, one of which is a blank without a name; E occurs three times.
    assert_eq!(
        counts(&svg, ["class=\"blank\"", "class=\"found\"", "class=\"mark\"", "font-size=\"11\""]),
        [13, 1, 6, 12]
    );
    assert!(svg.contains(" fill=\"#06c\">9</text>"), "{svg}");
    // Each mark has its spot: 6 is right of 5.
    let places: Vec<(usize, usize)> = svg.lines().filter(|line| line.contains("mark")).map(at).collect();
    assert_eq!((places[0].0 + PLACE / 4, places[0].1), places[1]);
    // Entries that do not fit the puzzle are not drawn.
    let other = pages(&[Page::new(&puzzle, None).written(written[1..].to_vec())]);
    assert_eq!(other, picture(&puzzle, None));
}

/// Returns the place of a text.
fn at(line: &str) -> (usize, usize) {
    let value = |name: &str| {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("it has one");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("it is a number")
    };
    (value("x"), value("y"))
}

#[test]
fn marks_of_every_base_stay_in_their_places() {
    for base in [2, 10, 16, 17, 40, 64] {
        let puzzle = read(&format!("@base {base}\n AB\n+CD\n---\n EF"));
        let marks = Written::Marks(DigitSet::all(puzzle.rules().base));
        let page = Page::new(&puzzle, None).written(vec![marks; puzzle.hidden().len()]);
        let svg = pages(&[page]);
        assert_eq!(counts(&svg, ["class=\"mark\""]), [6 * base]);
        let mut place = (0, 0);
        for line in svg.lines() {
            if line.contains("<rect") {
                place = at(line);
            } else if line.contains("mark") {
                let (x, y) = at(line);
                assert!((place.0..=place.0 + PLACE).contains(&x), "{line}");
                assert!((place.1 + MARKS_TOP..place.1 + PLACE_HEIGHT).contains(&y), "{line}");
            }
        }
    }
}

#[test]
fn exponents_are_raised() {
    let svg = picture(&read("A^23=B^(C+D)*E"), None);
    assert_eq!(counts(&svg, ["font-size=\"13\"", ">^<", ">(<"]), [5, 0, 0]);
    assert!(
        svg.contains("<text x=\"7\" y=\"19\">A</text>\n<text x=\"18\" y=\"11\" font-size=\"13\">2<"),
        "{svg}"
    );
}

#[test]
fn an_exponent_ends_with_its_numeral_or_bracket() {
    let raised = |text: &str| {
        let svg = picture(&read(text), None);
        let raised = svg.lines().filter(|line| line.contains(" font-size=\"1"));
        raised
            .map(|line| line.rsplit(['<', '>']).nth(2).expect("it has a text").to_string())
            .collect::<String>()
    };
    assert_eq!(raised("A^2-B=(C^3)+1"), "23");
    assert_eq!(raised("A^-B=1+C"), "-B");
    assert_eq!(raised("A^(1/B)-C=D²"), "1B2");
    assert_eq!(raised("A+B=C"), "");
}

#[test]
fn towers_rise_and_quotients_and_roots_have_bars() {
    let svg = picture(&read("2^3^2=ABC"), None);
    let places: Vec<(usize, usize)> = svg.lines().filter(|line| line.contains("<text")).map(at).collect();
    assert!(places[0].1 > places[1].1 && places[1].1 > places[2].1, "{svg}");
    assert_eq!(counts(&svg, ["font-size=\"13\"", "font-size=\"10\""]), [1, 1]);
    let svg = picture(&read("A/B+√(CD)=(E/F+1)^2"), None);
    // Two bars, the sign of the root, and a high bracket on both sides.
    assert_eq!(counts(&svg, ["class=\"rule\"", ">/<", ">√<", ">(<"]), [5, 0, 0, 0]);
    let grid = picture(&read("AB / C = D\n+    +   +\nE  * F = GH\n=    =   =\nIJ - K = LM"), None);
    assert_eq!(counts(&grid, [">/<", ">÷<"]), [0, 1]);
}

#[test]
fn a_shown_digit_in_brackets_is_one_character() {
    let svg = picture(&read("@base 40\n A[37]\n+ B C\n-----\n D E F"), None);
    assert_eq!(counts(&svg, [">[37]<", ">[<", ">3<"]), [1, 0, 0]);
}

#[test]
fn no_picture_is_larger_than_renderers_take() {
    let puzzle = read("A=B^2");
    let drawn = || Drawn::of(&puzzle, Filling::Digits(&Solution::new(&puzzle, vec![4, 2])));
    let size = |svg: &str, name: &str| -> usize {
        let (_, rest) = svg.split_once(&format!(" {name}=\"")).expect("it has a size");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("it is a number")
    };
    for count in [1, 800, 900, 3000] {
        let svg = together(&(0..count).map(|_| drawn()).collect::<Vec<_>>());
        assert!(size(&svg, "width") <= TALLEST && size(&svg, "height") <= TALLEST, "{count}");
        assert_eq!(counts(&svg, ["<g "]), [count]);
        assert_eq!(svg.contains("translate(12 12)") && svg.matches(" 12)\">").count() > 1, count >= 900);
    }
    let wide = read(&format!("{}=A", ["A"; 3000].join("+")));
    let svg = picture(&wide, None);
    assert_eq!(size(&svg, "width"), TALLEST);
}

#[test]
fn divisions_and_roots_have_brackets() {
    let division = "12)15A(1B\n   12\n   --\n    37\n    36\n    --\n     1";
    let svg = picture(&read(division), None);
    assert_eq!(counts(&svg, ["fill=\"none\"", ">)<", ">(<", "Q"]), [2, 0, 0, 2]);
    let svg = picture(&read("    AB\n  ----\n√ABCD\n   1\n --\n   B"), None);
    assert_eq!(counts(&svg, ["fill=\"none\"", ">√<"]), [1, 0]);
}

#[test]
fn solutions_are_groups_below_each_other() {
    let puzzle = read("A=B^2");
    let drawn = [[4, 2], [9, 3]]
        .map(|digits| Drawn::of(&puzzle, Filling::Digits(&Solution::new(&puzzle, digits.into()))));
    let svg = together(&drawn);
    assert_eq!(counts(&svg, ["<svg", "</svg>", "<g ", "</g>"]), [1, 1, 2, 2]);
    assert!(svg.contains("translate(12 12)") && svg.contains("translate(12 50)"), "{svg}");
    assert!(svg.contains(" height=\"88\""), "{svg}");
}
