use fukumen::expr::*;
use fukumen::puzzle::*;
use fukumen::solve::*;
use fukumen::vocabulary::*;
fn op(t: Tier, s: &str) -> &'static Operator {
    operator(t, s).unwrap()
}
fn main() {
    let mut rules = Rules::default();
    rules.set("digits", Some("1-9")).unwrap();
    let mut b = Builder::new(rules);
    let mut w = |s: &str| {
        Expr::Numeral(Numeral::whole(
            s.chars()
                .map(|c| if c.is_ascii_digit() { b.literal(c as u8 - 48) } else { b.symbol(&c.to_string()) })
                .collect(),
        ))
    };
    let mut fr = |x: &str, y: &str| {
        let x = w(x);
        Expr::chain(x, vec![(op(Tier::Product, "/"), w(y))])
    };
    let (f1, f2, f3) = (fr("A", "BC"), fr("D", "EF"), fr("G", "HI"));
    let one = w("1");
    let e = Expr::chain(
        Expr::chain(f1, vec![(op(Tier::Sum, "+"), f2), (op(Tier::Sum, "+"), f3)]),
        vec![(op(Tier::Relation, "="), one)],
    );
    b.condition(e);
    let fraction = b.build().unwrap();
    let mut b = Builder::new(Rules::default());
    let mut w =
        |s: &str| Expr::Numeral(Numeral::whole(s.chars().map(|c| b.symbol(&c.to_string())).collect()));
    let (x, y, z) = (w("DONALD"), w("GERALD"), w("ROBERT"));
    b.condition(Expr::chain(
        Expr::chain(x, vec![(op(Tier::Sum, "+"), y)]),
        vec![(op(Tier::Relation, "="), z)],
    ));
    let donald = b.build().unwrap();
    for (name, p) in [("fraction", &fraction), ("donald", &donald)] {
        for engine in ["depth-first", "lexicographic", "plain-changes"] {
            for ev in ["exact", "machine", "residue"] {
                for threads in [1, 2] {
                    let s = Solver::new(p).engine(engine).evaluator(ev).threads(threads);
                    let mut best = f64::MAX;
                    let mut n = 0;
                    let mut c = 0;
                    if let Some(f) = std::env::args().nth(1) {
                        if f != format!("{name}/{engine}/{ev}/{threads}") {
                            continue;
                        }
                    }
                    for _ in 0..(if std::env::args().nth(1).is_some() { 1 } else { 3 }) {
                        let t = std::time::Instant::now();
                        let (a, _) = s.run().unwrap();
                        best = best.min(t.elapsed().as_secs_f64());
                        n = a.nodes;
                        c = a.count;
                    }
                    println!(
                        "{name} {engine} {ev} t{threads}: count {c} nodes {n} {:.3} ms {:.1} ns/node {:.1} M/s",
                        best * 1e3,
                        best * 1e9 / n as f64,
                        n as f64 / best / 1e6
                    );
                }
            }
        }
    }
}
