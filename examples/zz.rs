use fukumen::explain::*;
fn claim(e: &Explanation, c: &Claim) -> String {
    let n = |p: Place| e.names[p.index()].clone();
    match c {
        Claim::Digit(p, s) => format!("{} in {:?}", n(*p), s.iter().collect::<Vec<_>>()),
        Claim::Carry(c, v) => format!("carry {}.{} in {v:?}", c.equation, c.column),
        Claim::Relation(r) => format!(
            "{} = {}",
            r.terms
                .iter()
                .map(|(t, k)| format!(
                    "{k}*{}",
                    match t {
                        Term::Place(p) => n(*p),
                        Term::Carry(c) => format!("c{}.{}", c.equation, c.column),
                        Term::Numeral(_) => "num".into(),
                    }
                ))
                .collect::<Vec<_>>()
                .join(" + "),
            r.equals
        ),
        Claim::Range(q, a, b) => format!(
            "{} <= {} <= {}",
            a.clone().unwrap(),
            match q {
                Quantity::Expr(x) => x.written(&n).to_string(),
                _ => "".into(),
            },
            b.clone().unwrap()
        ),
        Claim::Residue(q, m, v) => format!(
            "{} mod {m} in {v:?}",
            match q {
                Quantity::Expr(x) => x.written(&n).to_string(),
                _ => "".into(),
            }
        ),
        Claim::Condition(x) => x.written(&n).to_string(),
        Claim::Distinct(v) => format!("distinct {}", v.iter().map(|p| n(*p)).collect::<Vec<_>>().join(",")),
        Claim::Order { left: Quantity::Expr(a), right: Quantity::Expr(b), .. } => {
            format!("{} < {}", a.written(&n), b.written(&n))
        }
        o => format!("{o:?}"),
    }
}
fn steps(e: &Explanation, s: &[Step], ind: usize) {
    for t in s {
        println!(
            "{:ind$}{}. {} [{}] w{} at {:?} uses {}",
            "",
            t.id,
            t.technique,
            t.ways,
            t.weight,
            t.at.columns,
            t.uses.join(" ")
        );
        for c in &t.cases {
            println!("{:ind$}  case {} ->{:?}", "", claim(e, &c.assume.claim), c.end);
            steps(e, &c.steps, ind + 4);
        }
        for g in &t.gives {
            println!("{:ind$}   => {} {} ({:?})", "", g.id, claim(e, &g.claim), g.rule);
        }
        for s in &t.sentences {
            println!("{:ind$}   \" {:?}", "", s);
        }
    }
}
fn main() {
    let quiet = std::env::var("Q").is_ok();
    let tries: usize = std::env::var("T").ok().and_then(|t| t.parse().ok()).unwrap_or(16);
    for t in std::env::args().skip(1) {
        let t = if t.starts_with('/') { std::fs::read_to_string(&t).unwrap() } else { t };
        for line in
            if t.contains('\n') && !t.contains("@@") { vec![t.as_str()] } else { t.split("@@\n").collect() }
        {
            if line.trim().is_empty() {
                continue;
            }
            let p: fukumen::Puzzle = match line.parse() {
                Ok(p) => p,
                Err(e) => {
                    println!("ERR {e}");
                    continue;
                }
            };
            let t0 = std::time::Instant::now();
            let e = Explainer::new(&p).tries(tries).explain().unwrap();
            if let Err(r) = checker::check(&p, &e) {
                println!("REFUSED {r:?}");
            }
            let depth = fn_depth(&e.steps);
            let w: u64 = e.steps.iter().map(|s| s.weight).sum();
            println!(
                "{} status {:?} complete {} steps {} total {} depth {} weight {} exhaust {} ms {}",
                line.lines().next().unwrap(),
                e.status,
                e.complete,
                e.steps.len(),
                count(&e.steps),
                depth,
                w,
                has(&e.steps, "exhaust"),
                t0.elapsed().as_millis()
            );
            if !quiet {
                steps(&e, &e.steps, 0);
                for g in &e.given {
                    println!("  given {}: {}", g.id, claim(&e, &g.claim));
                }
            }
        }
    }
}
fn fn_depth(s: &[Step]) -> usize {
    s.iter()
        .map(|t| {
            if t.cases.is_empty() {
                0
            } else {
                1 + t.cases.iter().map(|c| fn_depth(&c.steps)).max().unwrap_or(0)
            }
        })
        .max()
        .unwrap_or(0)
}
fn count(s: &[Step]) -> usize {
    s.iter().map(|t| 1 + t.cases.iter().map(|c| count(&c.steps)).sum::<usize>()).sum()
}
fn has(s: &[Step], n: &str) -> usize {
    s.iter()
        .map(|t| (t.technique == n) as usize + t.cases.iter().map(|c| has(&c.steps, n)).sum::<usize>())
        .sum()
}
