//! What is said of a number, in several languages: `A is prime`, `A ist kleiner als B`, `A no es 3`, `А делится на 3`.

/// What words behind a number say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// How it compares with the number behind the words.
    Relation(&'static str),
    /// That a function holds of it, or not: what opens its bracket.
    Property(&'static str),
    /// What is left if it is divided by the number behind the words.
    Rest(&'static str),
}

/// The words of one language.
struct Tongue {
    is: &'static [&'static str],
    is_not: &'static [&'static str],
    /// What may follow these words, and what it says without a `not`.
    what: &'static [(&'static str, Said)],
    /// What says the same without them.
    alone: &'static [(&'static str, Said)],
}

const EQUAL: Said = Said::Relation("=");
const UNEQUAL: Said = Said::Relation("≠");
const LESS: Said = Said::Relation("<");
const GREATER: Said = Said::Relation(">");
const AT_MOST: Said = Said::Relation("≤");
const AT_LEAST: Said = Said::Relation("≥");
const EVEN: Said = Said::Property("is_even(");
const ODD: Said = Said::Property("is_odd(");
const PRIME: Said = Said::Property("is_prime(");
const SQUARE: Said = Said::Property("is_square(");
const CUBE: Said = Said::Property("is_cube(");
const PALINDROME: Said = Said::Property("is_palindrome(");
const DIVISIBLE: Said = Said::Rest("=0");

/// One row a language. Adding one means adding a row.
const TONGUES: &[Tongue] = &[
    Tongue {
        is: &["is", "must be", "has to be"],
        is_not: &["is not", "is no", "isn't", "must not be", "cannot be", "can't be"],
        // `T is not 7`, `T must be 7` say something of one letter.
        what: &[
            ("equal to", EQUAL),
            ("different from", UNEQUAL),
            ("less than", LESS),
            ("smaller than", LESS),
            ("lower than", LESS),
            ("below", LESS),
            ("under", LESS),
            ("greater than", GREATER),
            ("larger than", GREATER),
            ("bigger than", GREATER),
            ("higher than", GREATER),
            ("more than", GREATER),
            ("above", GREATER),
            ("over", GREATER),
            ("at least", AT_LEAST),
            ("at most", AT_MOST),
            ("greater than or equal to", AT_LEAST),
            ("less than or equal to", AT_MOST),
            ("even", EVEN),
            ("odd", ODD),
            ("prime", PRIME),
            ("a prime", PRIME),
            ("a prime number", PRIME),
            ("square", SQUARE),
            ("a square", SQUARE),
            ("a perfect square", SQUARE),
            ("a square number", SQUARE),
            ("cube", CUBE),
            ("a cube", CUBE),
            ("a perfect cube", CUBE),
            ("palindrome", PALINDROME),
            ("a palindrome", PALINDROME),
            ("divisible by", DIVISIBLE),
            ("a multiple of", DIVISIBLE),
        ],
        alone: &[
            ("is", EQUAL),
            ("equals", EQUAL),
            ("does not equal", UNEQUAL),
            ("differs from", UNEQUAL),
            ("less than", LESS),
            ("greater than", GREATER),
            ("at least", AT_LEAST),
            ("at most", AT_MOST),
            ("even", EVEN),
            ("odd", ODD),
            ("prime", PRIME),
            ("divisible by", DIVISIBLE),
            ("multiple of", DIVISIBLE),
        ],
    },
    Tongue {
        is: &["ist"],
        is_not: &["ist nicht", "ist kein", "ist keine"],
        what: &[
            ("", EQUAL),
            ("gleich", EQUAL),
            ("ungleich", UNEQUAL),
            ("verschieden von", UNEQUAL),
            ("kleiner als", LESS),
            ("größer als", GREATER),
            ("grösser als", GREATER),
            ("groesser als", GREATER),
            ("mindestens", AT_LEAST),
            ("höchstens", AT_MOST),
            ("gerade", EVEN),
            ("ungerade", ODD),
            ("prim", PRIME),
            ("primzahl", PRIME),
            ("eine primzahl", PRIME),
            ("quadratzahl", SQUARE),
            ("eine quadratzahl", SQUARE),
            ("kubikzahl", CUBE),
            ("eine kubikzahl", CUBE),
            ("teilbar durch", DIVISIBLE),
            // `teilbar` stands behind the divisor.
            ("durch", DIVISIBLE),
            ("ein vielfaches von", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["est"],
        is_not: &["n'est pas", "n’est pas"],
        what: &[
            ("", EQUAL),
            ("égal à", EQUAL),
            ("différent de", UNEQUAL),
            ("plus petit que", LESS),
            ("inférieur à", LESS),
            ("plus grand que", GREATER),
            ("supérieur à", GREATER),
            ("au moins", AT_LEAST),
            ("au plus", AT_MOST),
            ("pair", EVEN),
            ("impair", ODD),
            ("premier", PRIME),
            ("un nombre premier", PRIME),
            ("un carré", SQUARE),
            ("un carré parfait", SQUARE),
            ("un cube", CUBE),
            ("divisible par", DIVISIBLE),
            ("un multiple de", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["es"],
        is_not: &["no es"],
        what: &[
            ("", EQUAL),
            ("igual a", EQUAL),
            ("distinto de", UNEQUAL),
            ("diferente de", UNEQUAL),
            ("menor que", LESS),
            ("mayor que", GREATER),
            ("al menos", AT_LEAST),
            ("como máximo", AT_MOST),
            ("par", EVEN),
            ("impar", ODD),
            ("primo", PRIME),
            ("un número primo", PRIME),
            ("un cuadrado", SQUARE),
            ("un cuadrado perfecto", SQUARE),
            ("un cubo", CUBE),
            ("divisible por", DIVISIBLE),
            ("divisible entre", DIVISIBLE),
            ("múltiplo de", DIVISIBLE),
            ("un múltiplo de", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["é"],
        is_not: &["não é"],
        what: &[
            ("", EQUAL),
            ("igual a", EQUAL),
            ("diferente de", UNEQUAL),
            ("menor que", LESS),
            ("menor do que", LESS),
            ("maior que", GREATER),
            ("maior do que", GREATER),
            ("par", EVEN),
            ("ímpar", ODD),
            ("primo", PRIME),
            ("um número primo", PRIME),
            ("um quadrado perfeito", SQUARE),
            ("divisível por", DIVISIBLE),
            ("múltiplo de", DIVISIBLE),
            ("um múltiplo de", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["è"],
        is_not: &["non è"],
        what: &[
            ("", EQUAL),
            ("uguale a", EQUAL),
            ("diverso da", UNEQUAL),
            ("minore di", LESS),
            ("più piccolo di", LESS),
            ("maggiore di", GREATER),
            ("più grande di", GREATER),
            ("almeno", AT_LEAST),
            ("pari", EVEN),
            ("dispari", ODD),
            ("primo", PRIME),
            ("un numero primo", PRIME),
            ("un quadrato", SQUARE),
            ("un quadrato perfetto", SQUARE),
            ("divisibile per", DIVISIBLE),
            ("multiplo di", DIVISIBLE),
            ("un multiplo di", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["is"],
        is_not: &["is niet", "is geen"],
        what: &[
            ("gelijk aan", EQUAL),
            ("kleiner dan", LESS),
            ("groter dan", GREATER),
            ("minstens", AT_LEAST),
            ("hoogstens", AT_MOST),
            ("even", EVEN),
            ("oneven", ODD),
            ("een priemgetal", PRIME),
            ("priemgetal", PRIME),
            ("een kwadraat", SQUARE),
            ("kwadraat", SQUARE),
            ("deelbaar door", DIVISIBLE),
            ("een veelvoud van", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["jest"],
        is_not: &["nie jest"],
        what: &[
            ("", EQUAL),
            ("równe", EQUAL),
            ("różne od", UNEQUAL),
            ("mniejsze od", LESS),
            ("mniejsze niż", LESS),
            ("mniejsza od", LESS),
            ("mniejsza niż", LESS),
            ("większe od", GREATER),
            ("większe niż", GREATER),
            ("większa od", GREATER),
            ("większa niż", GREATER),
            ("parzyste", EVEN),
            ("parzysta", EVEN),
            ("nieparzyste", ODD),
            ("nieparzysta", ODD),
            ("liczbą pierwszą", PRIME),
            ("kwadratem", SQUARE),
            ("podzielne przez", DIVISIBLE),
            ("podzielna przez", DIVISIBLE),
            ("wielokrotnością", DIVISIBLE),
        ],
        alone: &[],
    },
    Tongue {
        is: &["", "это"],
        is_not: &["не"],
        what: &[
            ("равно", EQUAL),
            ("меньше", LESS),
            ("больше", GREATER),
            ("чётное", EVEN),
            ("четное", EVEN),
            ("нечётное", ODD),
            ("нечетное", ODD),
            ("простое", PRIME),
            ("простое число", PRIME),
            ("квадрат", SQUARE),
            ("точный квадрат", SQUARE),
            ("делится на", DIVISIBLE),
            ("кратно", DIVISIBLE),
        ],
        alone: &[],
    },
];

impl Said {
    /// The contrary.
    fn denied(self) -> Self {
        match self {
            Self::Relation(sign) => Self::Relation(match sign {
                "=" => "≠",
                "≠" => "=",
                "<" => "≥",
                ">" => "≤",
                "≤" => ">",
                _ => "<",
            }),
            Self::Rest(_) => Self::Rest("≠0"),
            EVEN => ODD,
            ODD => EVEN,
            PRIME => Self::Property("¬is_prime("),
            SQUARE => Self::Property("¬is_square("),
            CUBE => Self::Property("¬is_cube("),
            Self::Property(_) => Self::Property("¬is_palindrome("),
        }
    }
}

/// Whether words begin with what is said of a number behind a verb: `even`, `greater than 7`.
pub(super) fn begins_predicate(words: &[&str]) -> bool {
    let begins = |said: &str| {
        let said: Vec<&str> = said.split_whitespace().collect();
        !said.is_empty() && words.starts_with(&said)
    };
    TONGUES.iter().any(|tongue| tongue.what.iter().any(|(said, _)| begins(said)))
}

/// What the most words say that `begins` finds behind a number: how many they are, and what they say.
pub(super) fn said(begins: impl Fn(&[&str]) -> bool) -> Option<(usize, Said)> {
    let mut longest: Option<(usize, Said)> = None;
    let mut take = |parts: [&str; 2], said: Said| {
        let words: Vec<&str> = parts.iter().flat_map(|part| part.split_whitespace()).collect();
        if longest.is_none_or(|(length, _)| length < words.len()) && begins(&words) {
            longest = Some((words.len(), said));
        }
    };
    for Tongue { is, is_not, what, alone } in TONGUES {
        for (words, said) in *alone {
            take([words, ""], *said);
        }
        for (copulas, is_denied) in [(is, false), (is_not, true)] {
            let begun = copulas.iter().filter(|copula| {
                let words: Vec<&str> = copula.split_whitespace().collect();
                begins(&words)
            });
            for copula in begun {
                for (words, said) in *what {
                    take([copula, words], if is_denied { said.denied() } else { *said });
                }
            }
        }
    }
    longest
}
