//! The commands of TeX that are known, and what becomes of each.

/// Commands that stand for a sign, each with it.
const SIGNS: &str = "times × cdot · ast * star * div ÷ le ≤ leq ≤ leqslant ≤ ge ≥ geq ≥ geqslant ≥ ne ≠ neq ≠ lt < gt > mid ∣ \
                     land ∧ lor ∨ lnot ¬ wedge ∧ vee ∨ neg ¬ in ∈ colon : surd √ vert | lvert | rvert | lfloor ⌊ rfloor ⌋ \
                     lceil ⌈ rceil ⌉ { { } } lbrace { rbrace } square □ Box □ lozenge ◊ bigcirc ○ circ ○ triangle △ \
                     bigtriangleup △ triangledown ▽ bigstar ★ diamond ◇ Diamond ◇ blacksquare ■ blacktriangle ▲ \
                     blacktriangledown ▼ blacklozenge ◆ bullet • heartsuit ♡ spadesuit ♠ clubsuit ♣ diamondsuit ♢ dots … \
                     ldots … cdots … bmod % _ _ textunderscore _ textasteriskcentered * % % # # & & $ $";

/// Greek letters, which are symbols of puzzles as others are. TeX has no commands for those that look like Latin ones.
const GREEK: &str = "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ \
                     lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ \
                     Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω";

/// Commands that only say how it looks.
const NOTHING: &str = ", ; : ! > / thinspace big Big bigl bigr Bigl Bigr bigg Bigg normalsize large Large LARGE huge Huge \
                       small tt bf rm it sf displaystyle textstyle limits hfill centering noindent mathstrut strut nonumber \
                       notag arraystretch ( ) [ ]";

/// Commands that leave a space.
const SPACES: &str = "quad qquad enspace";

/// Commands with this many arguments, of which only the last counts.
const WRAPPERS: &[(usize, &str)] = &[
    (
        1,
        "text textrm textbf textit texttt textsf textsc textnormal textup textsl mathrm mathbf mathit mathtt mathsf mathcal \
         mathbb mathnormal mathop mathord mathbin mathrel operatorname mbox hbox bm pmb emph smash ensuremath bold \
         boldsymbol underbrace overbrace",
    ),
    (2, "textcolor scalebox raisebox parbox"),
    (3, "resizebox"),
];

/// Commands with this many arguments that say something about how it looks.
const SETTINGS: &[(usize, &str)] = &[
    (1, "require usepackage rowcolor cellcolor vphantom mspace hspace vspace label tag color"),
    (2, "setlength addtolength setcounter renewcommand"),
];

/// The signs that a command stands for.
pub(super) enum Command {
    Sign(&'static str),
    Space,
    Nothing,
    /// Its last argument, of this many.
    Holds(usize),
    /// It goes, with this many arguments.
    Goes(usize),
}

/// A known command that stands for something simple.
pub(super) fn command(name: &str) -> Option<Command> {
    let has = |names: &str| names.split_whitespace().any(|known| known == name);
    if name.starts_with(char::is_whitespace) || has(SPACES) {
        return Some(Command::Space);
    }
    if has(NOTHING) {
        return Some(Command::Nothing);
    }
    let (wraps, goes) =
        (WRAPPERS.iter().find(|(_, names)| has(names)), SETTINGS.iter().find(|(_, names)| has(names)));
    if let Some((arguments, _)) = wraps {
        return Some(Command::Holds(*arguments));
    }
    if let Some((arguments, _)) = goes {
        return Some(Command::Goes(*arguments));
    }
    let mut words = SIGNS.split_whitespace().chain(GREEK.split_whitespace());
    while let (Some(known), Some(sign)) = (words.next(), words.next()) {
        if known == name {
            return Some(Command::Sign(sign));
        }
    }
    None
}
