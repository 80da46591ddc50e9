//! The functions of enigma.py and of Python that can be translated, one row for each.

/// The meaning of a function in our language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The number that our function of this name returns.
    Number(&'static str),
    /// The question that our function of this name asks.
    Question(&'static str),
    /// A root of the first argument, if it has one: our question, a name or a text, and the root as a text with `x`. It counts
    /// as "no" if it is 0.
    Root(&'static str, &'static str),
    /// A text with `x` and `y` for the arguments, and how tightly it binds.
    Text(&'static str, Binds),
    /// `div(x, y)`: the quotient, if it is whole.
    Quotient,
    /// The sum of a list, with each number taken to this power.
    Sum(u32),
    /// The number of items of a list.
    Length,
    /// Whether all items hold.
    All,
    /// Whether one of the items holds.
    Any,
    /// Whether some digit occurs twice in words side by side.
    Duplicate,
    /// A list that is only counted or summed: the functions that return its length and, if there is one, its sum.
    Listed(&'static str, Option<&'static str>),
    /// A list without its repetitions.
    Set,
    /// The number without its fraction.
    Whole,
}

/// How tightly a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binds {
    Or,
    And,
    Not,
    Relation,
    Sum,
    Product,
    Power,
    Atom,
}

/// One function.
#[derive(Debug)]
pub(super) struct Function {
    pub names: &'static [&'static str],
    pub meaning: Meaning,
    /// The least and greatest number of arguments.
    pub arity: (usize, usize),
    /// Whether its numbers may be given as a list.
    pub spreads: bool,
    /// Whether they must be given as a list.
    pub needs_list: bool,
    /// Whether it looks at digits: decimal ones, or those of the base in its argument `base`.
    pub reads_digits: bool,
    /// Whether its last argument may be that base, without a name.
    pub ends_with_base: bool,
    /// Whether it has a value for all whole numbers.
    pub is_total: bool,
}

const MANY: usize = usize::MAX;

const fn row(names: &'static [&'static str], meaning: Meaning, least: usize, most: usize) -> Function {
    let arity = (least, most);
    let (spreads, needs_list, reads_digits, ends_with_base, is_total) = (false, false, false, false, false);
    Function { names, meaning, arity, spreads, needs_list, reads_digits, ends_with_base, is_total }
}

impl Function {
    const fn total(mut self) -> Self {
        self.is_total = true;
        self
    }

    const fn spread(mut self) -> Self {
        self.spreads = true;
        self
    }

    const fn list(mut self) -> Self {
        self.spreads = true;
        self.needs_list = true;
        self
    }

    const fn digits(mut self) -> Self {
        self.reads_digits = true;
        self
    }

    const fn base(mut self) -> Self {
        self.ends_with_base = true;
        self.digits()
    }
}

/// Every function. Adding one means adding a row.
pub(super) static FUNCTIONS: &[Function] = &[
    row(&["is_prime", "is_prime_mr"], Meaning::Question("is_prime"), 1, 1).total(),
    row(&["is_square"], Meaning::Root("is_square", "sqrt(x)"), 1, 1),
    row(&["is_square_p"], Meaning::Question("is_square"), 1, 1).total(),
    row(&["is_cube", "cube"], Meaning::Root("is_cube", "cbrt(x)"), 1, 1),
    row(&["is_cube_p"], Meaning::Question("is_cube"), 1, 1).total(),
    row(&["is_power"], Meaning::Root("is_integer(root(x,y))", "root(x,y)"), 2, 2),
    row(&["is_triangular"], Meaning::Root("is_triangular", "(sqrt(8*x+1)-1)/2"), 1, 1),
    row(&["is_triangular_p"], Meaning::Question("is_triangular"), 1, 1).total(),
    row(&["is_coprime"], Meaning::Question("coprime"), 2, 2).total(),
    row(&["is_npalindrome"], Meaning::Question("is_palindrome"), 1, 1).base(),
    row(
        &["all_different", "is_pairwise_distinct", "pairwise_distinct"],
        Meaning::Question("distinct"),
        2,
        MANY,
    )
    .total(),
    row(&["seq_all_different"], Meaning::Question("distinct"), 1, 1).list().total(),
    row(&["is_duplicate", "duplicate"], Meaning::Duplicate, 1, MANY).total(),
    row(&["all"], Meaning::All, 1, 1).list(),
    row(&["any"], Meaning::Any, 1, 1).list(),
    row(&["sum"], Meaning::Sum(1), 1, 2).list(),
    row(&["sumsq"], Meaning::Sum(2), 1, 1).list(),
    row(&["len"], Meaning::Length, 1, 1).list(),
    row(&["set"], Meaning::Set, 1, 1).list(),
    row(&["nsplit"], Meaning::Listed("ndigits", Some("dsum")), 1, 1),
    row(&["factor"], Meaning::Listed("num_prime_factors", None), 1, 1),
    row(&["divisors"], Meaning::Listed("tau", None), 1, 1),
    row(&["min"], Meaning::Number("min"), 1, MANY).spread().total(),
    row(&["max"], Meaning::Number("max"), 1, MANY).spread().total(),
    row(&["gcd", "mgcd"], Meaning::Number("gcd"), 1, MANY).spread().total(),
    row(&["lcm", "mlcm"], Meaning::Number("lcm"), 1, MANY).spread().total(),
    row(&["multiply"], Meaning::Number("product"), 1, 1).list().total(),
    row(&["abs"], Meaning::Number("abs"), 1, 1).total(),
    row(&["sign"], Meaning::Number("sign"), 1, 1).total(),
    row(&["compare"], Meaning::Text("sign(x-y)", Binds::Atom), 2, 2).total(),
    row(&["sq"], Meaning::Text("x^2", Binds::Power), 1, 1).total(),
    row(&["cb"], Meaning::Text("x^3", Binds::Power), 1, 1).total(),
    row(&["pow"], Meaning::Text("x^y", Binds::Power), 2, 2),
    row(&["div"], Meaning::Quotient, 2, 2),
    row(&["cdiv", "divc"], Meaning::Text("ceil(x/y)", Binds::Atom), 2, 2),
    row(&["divf"], Meaning::Text("floor(x/y)", Binds::Atom), 2, 2),
    row(&["fdiv"], Meaning::Text("x/y", Binds::Product), 2, 2),
    row(&["int"], Meaning::Whole, 1, 1),
    row(&["tri"], Meaning::Text("x*(x+1)/2", Binds::Product), 1, 1).total(),
    row(&["digrt"], Meaning::Text("(1+(x-1)%9)*(x!=0)", Binds::Product), 1, 1).total(),
    row(&["factorial"], Meaning::Number("fact"), 1, 1),
    row(&["nCr"], Meaning::Number("choose"), 2, 2),
    // A number below 1 has no prime factors, and counts as 1 does.
    row(&["tau"], Meaning::Text("num_divisors(max(x,1))", Binds::Atom), 1, 1).total(),
    row(&["num_prime_factors"], Meaning::Number("num_prime_factors"), 1, 1),
    row(&["nreverse"], Meaning::Number("reverse"), 1, 1).digits(),
    row(&["dsum"], Meaning::Number("digit_sum"), 1, 1).digits(),
    row(&["ndigits"], Meaning::Number("digits"), 1, 1).base(),
    row(&["nconcat"], Meaning::Number("concat"), 1, MANY).spread(),
];

/// Returns the row with this name.
pub(super) fn named(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.names.contains(&name))
}
