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
struct Language {
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
const LANGUAGES: &[Language] = &[
    Language {
        is: &["je"],
        is_not: &["není"],
        what: &[
            ("sudé", EVEN),
            ("sudá", EVEN),
            ("sudé číslo", EVEN),
            ("liché", ODD),
            ("lichá", ODD),
            ("liché číslo", ODD),
            ("prvočíslo", PRIME),
            ("větší než", GREATER),
            ("menší než", LESS),
            ("dělitelné", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
        is: &["er"],
        is_not: &["er ikke"],
        what: &[
            ("lige", EVEN),
            ("et lige tal", EVEN),
            ("ulige", ODD),
            ("et ulige tal", ODD),
            ("jevn", EVEN),
            ("jevnt", EVEN),
            ("odde", ODD),
            ("et primtal", PRIME),
            ("et primtall", PRIME),
            ("større end", GREATER),
            ("større enn", GREATER),
            ("mindre end", LESS),
            ("mindre enn", LESS),
        ],
        alone: &[],
    },
    Language {
        is: &["on"],
        is_not: &["ei ole"],
        what: &[
            ("parillinen", EVEN),
            ("pariton", ODD),
            ("alkuluku", PRIME),
            ("suurempi kuin", GREATER),
            ("pienempi kuin", LESS),
        ],
        alone: &[],
    },
    Language {
        is: &[],
        is_not: &["nem"],
        what: &[("páros", EVEN), ("páratlan", ODD), ("prím", PRIME), ("prímszám", PRIME)],
        alone: &[("páros", EVEN), ("páratlan", ODD), ("prím", PRIME), ("prímszám", PRIME)],
    },
    Language {
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
            ("a prime digit", PRIME),
            ("an even number", EVEN),
            ("an even digit", EVEN),
            ("an odd number", ODD),
            ("an odd digit", ODD),
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
            ("exceeds", GREATER),
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
    Language {
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
            ("eine gerade zahl", EVEN),
            ("eine gerade ziffer", EVEN),
            ("eine ungerade zahl", ODD),
            ("eine ungerade ziffer", ODD),
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
    Language {
        is: &["est"],
        is_not: &["n'est pas", "n’est pas"],
        what: &[
            ("", EQUAL),
            ("égal à", EQUAL),
            ("égale à", EQUAL),
            ("différent de", UNEQUAL),
            ("plus petit que", LESS),
            ("inférieur à", LESS),
            ("plus grand que", GREATER),
            ("supérieur à", GREATER),
            ("au moins", AT_LEAST),
            ("au plus", AT_MOST),
            ("pair", EVEN),
            ("impair", ODD),
            ("un nombre pair", EVEN),
            ("un chiffre pair", EVEN),
            ("un nombre impair", ODD),
            ("un chiffre impair", ODD),
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
    Language {
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
            ("un número par", EVEN),
            ("una cifra par", EVEN),
            ("un dígito par", EVEN),
            ("un número impar", ODD),
            ("una cifra impar", ODD),
            ("un dígito impar", ODD),
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
    Language {
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
            ("um número par", EVEN),
            ("um dígito par", EVEN),
            ("um algarismo par", EVEN),
            ("um número ímpar", ODD),
            ("um dígito ímpar", ODD),
            ("um algarismo ímpar", ODD),
            ("primo", PRIME),
            ("um número primo", PRIME),
            ("um quadrado perfeito", SQUARE),
            ("divisível por", DIVISIBLE),
            ("múltiplo de", DIVISIBLE),
            ("um múltiplo de", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
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
            ("un numero pari", EVEN),
            ("una cifra pari", EVEN),
            ("un numero dispari", ODD),
            ("una cifra dispari", ODD),
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
    Language {
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
            ("een even getal", EVEN),
            ("een even cijfer", EVEN),
            ("een oneven getal", ODD),
            ("een oneven cijfer", ODD),
            ("een priemgetal", PRIME),
            ("priemgetal", PRIME),
            ("een kwadraat", SQUARE),
            ("kwadraat", SQUARE),
            ("deelbaar door", DIVISIBLE),
            ("een veelvoud van", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
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
            ("liczbą parzystą", EVEN),
            ("cyfrą parzystą", EVEN),
            ("liczbą nieparzystą", ODD),
            ("cyfrą nieparzystą", ODD),
            ("cyfrą pierwszą", PRIME),
            ("liczbą pierwszą", PRIME),
            ("kwadratem", SQUARE),
            ("podzielne przez", DIVISIBLE),
            ("podzielna przez", DIVISIBLE),
            ("wielokrotnością", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
        is: &["", "это"],
        is_not: &["не"],
        what: &[
            ("равно", EQUAL),
            ("равна", EQUAL),
            ("равен", EQUAL),
            ("меньше", LESS),
            ("больше", GREATER),
            ("чётно", EVEN),
            ("четно", EVEN),
            ("нечётно", ODD),
            ("нечетно", ODD),
            ("чётное", EVEN),
            ("четное", EVEN),
            ("нечётное", ODD),
            ("нечетное", ODD),
            ("чётная", EVEN),
            ("четная", EVEN),
            ("нечётная", ODD),
            ("нечетная", ODD),
            ("чётная цифра", EVEN),
            ("четная цифра", EVEN),
            ("нечётная цифра", ODD),
            ("нечетная цифра", ODD),
            ("чётное число", EVEN),
            ("четное число", EVEN),
            ("нечётное число", ODD),
            ("нечетное число", ODD),
            ("простая цифра", PRIME),
            ("больше чем", GREATER),
            ("меньше чем", LESS),
            ("простое", PRIME),
            ("простое число", PRIME),
            ("квадрат", SQUARE),
            ("точный квадрат", SQUARE),
            ("делится на", DIVISIBLE),
            ("кратно", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
        is: &["", "це"],
        is_not: &["не"],
        what: &[
            ("дорівнює", EQUAL),
            ("менше", LESS),
            ("менше ніж", LESS),
            ("менше за", LESS),
            ("більше", GREATER),
            ("більше ніж", GREATER),
            ("більше за", GREATER),
            ("парне", EVEN),
            ("парна", EVEN),
            ("парна цифра", EVEN),
            ("парне число", EVEN),
            ("непарне", ODD),
            ("непарна", ODD),
            ("непарна цифра", ODD),
            ("непарне число", ODD),
            ("просте", PRIME),
            ("просте число", PRIME),
            ("ділиться на", DIVISIBLE),
            ("кратне", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
        is: &["är"],
        is_not: &["är inte"],
        what: &[
            ("", EQUAL),
            ("lika med", EQUAL),
            ("mindre än", LESS),
            ("större än", GREATER),
            ("minst", AT_LEAST),
            ("högst", AT_MOST),
            ("jämn", EVEN),
            ("jämnt", EVEN),
            ("ett jämnt tal", EVEN),
            ("en jämn siffra", EVEN),
            ("udda", ODD),
            ("ett udda tal", ODD),
            ("en udda siffra", ODD),
            ("ett primtal", PRIME),
            ("en kvadrat", SQUARE),
            ("delbart med", DIVISIBLE),
            ("delbar med", DIVISIBLE),
        ],
        alone: &[],
    },
    Language {
        is: &["είναι"],
        is_not: &["δεν είναι"],
        what: &[
            ("", EQUAL),
            ("ίσο με", EQUAL),
            ("ίσος με", EQUAL),
            ("μικρότερο από", LESS),
            ("μικρότερος από", LESS),
            ("μεγαλύτερο από", GREATER),
            ("μεγαλύτερος από", GREATER),
            ("άρτιο", EVEN),
            ("άρτιος", EVEN),
            ("περιττό", ODD),
            ("περιττός", ODD),
            ("πρώτος", PRIME),
        ],
        alone: &[],
    },
    Language {
        is: &[],
        is_not: &[],
        what: &[],
        // The verb is an ending.
        alone: &[
            ("çift", EVEN),
            ("çifttir", EVEN),
            ("çift sayıdır", EVEN),
            ("tektir", ODD),
            ("tek sayıdır", ODD),
            ("asaldır", PRIME),
        ],
    },
    Language {
        is: &[],
        is_not: &[],
        what: &[],
        // Chinese, Japanese and Korean, behind a sign: `E = 奇数`.
        alone: &[
            ("偶数", EVEN),
            ("奇数", ODD),
            ("质数", PRIME),
            ("素数", PRIME),
            ("質数", PRIME),
            ("平方数", SQUARE),
            ("짝수", EVEN),
            ("홀수", ODD),
            ("소수", PRIME),
        ],
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

/// The function that a word for what a number is names: `gerade`, `prime`.
pub(super) fn property(word: &str) -> Option<&'static str> {
    let all = LANGUAGES.iter().flat_map(|language| language.what.iter().chain(language.alone));
    all.filter(|(said, _)| *said == word).find_map(|(_, said)| match said {
        Said::Property(opens) => opens.strip_suffix('('),
        _ => None,
    })
}

/// Whether words begin with what is said of a number behind a verb: `even`, `greater than 7`.
pub(super) fn begins_predicate(words: &[&str]) -> bool {
    let begins = |said: &str| {
        let said: Vec<&str> = said.split_whitespace().collect();
        !said.is_empty() && words.starts_with(&said)
    };
    LANGUAGES.iter().any(|language| language.what.iter().any(|(said, _)| begins(said)))
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
    for Language { is, is_not, what, alone } in LANGUAGES {
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
