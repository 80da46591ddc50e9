//! TeX as forums, textbooks and converters write it.

use super::{refused, same};

#[test]
fn boxes_and_lines_without_contents_are_blanks() {
    for blank in [
        "\\boxed{}",
        "\\boxed{\\ }",
        "\\boxed{\\quad}",
        "\\boxed{\\phantom{0}}",
        "\\fbox{}",
        "\\framebox[1em]{}",
        "\\colorbox{yellow}{\\phantom{8}}",
        "\\underline{\\quad}",
        "\\underline{\\hspace{1cm}}",
        "\\rule{1cm}{0.4pt}",
    ] {
        same(&format!("${blank}3 + 2{blank} = 81$"), "□3 + 2□ = 81", &[]);
    }
    same("$\\boxed{ON} + \\underline{NO} = TOT\\rule{0pt}{2ex}$", "ON + NO = TOT", &[]);
    same("$\\boxed{\\boxed{}}3 = 2\\boxed{\\boxed{4}}$", "□3=24", &[]);
}

#[test]
fn what_only_says_how_it_looks_comes_off() {
    for typed in [
        "$\\textcolor{blue}{ON} + NO = \\bm{TOT}$",
        "$\\scalebox{2}{ON} + \\resizebox{1cm}{!}{NO} = \\emph{TOT}$",
        "$\\setlength\\arraycolsep{2pt} ON + NO \\hskip 1em = \\kern-3pt TOT$",
        "\\require{enclose} ON+NO=TOT",
        "$\\left. ON+NO=TOT \\right.$",
    ] {
        same(typed, "ON+NO=TOT", &[]);
    }
    same("$\\alpha\\beta + \\beta\\alpha = \\Gamma\\Gamma\\beta$", "αβ + βα = ΓΓβ", &[]);
    same("$A \\not= B$", "A ≠ B", &[]);
    same("$AB+CD=EF, A \\in \\{1, 2\\}$", "AB+CD=EF, (A=1 || A=2)", &[]);
    refused("$\\foo ON+NO=TOT$");
}

#[test]
fn systems_behind_a_brace_are_conditions() {
    let typed = "$$\\left\\{\\begin{array}{l} AB+CD=EF \\\\ A+C=E \\end{array}\\right.$$";
    same(typed, "AB+CD=EF\nA+C=E", &[]);
}

#[test]
fn cells_of_tables_may_be_formulas() {
    let typed = "\\begin{tabular}{cccc}\n & & $\\square$ & 7 \\\\\n $\\times$ & & 3 & $\\square$ \\\\ \\hline\n & $\\square$ & \
                 $\\square$ & 8 \\\\\n $\\square$ & $\\square$ & 1 & \\\\ \\hline\n $\\square$ & $\\square$ & $\\square$ & $\\square$\n\
                 \\end{tabular}";
    let clean = "  □7\n× 3□\n----\n □□8\n□□1\n----\n□□□□";
    same(typed, clean, &[]);
    same(&format!("Find the digits in\n{typed}"), clean, &["note-sentences"]);
}

#[test]
fn divisions_are_drawn_in_several_ways() {
    let clean = "   4□\n   ---\n12)5□2\n   4□\n   ---\n    □2\n    72\n   ---\n     0";
    for head in [
        "12\\enclose{longdiv}{5\\square2}",
        "12\\overline{\\smash{)}5\\square2}",
        "12{\\overline{\\smash{\\big)}\\,5\\square2}}",
    ] {
        let rows =
            ["4\\square", head, "\\underline{4\\square\\phantom{0}}", "\\square2", "\\underline{72}", "0"];
        let typed = format!("\\begin{{array}}{{r}} {} \\end{{array}}", rows.join(" \\\\ "));
        same(&typed, clean, &["note-row-moved-left"]);
    }
}

#[test]
fn cells_may_take_several_columns() {
    let typed = "\\begin{tabular}{cccc} & \\multicolumn{2}{r}{O} & N \\\\ + & & N & O \\\\ \\hline & T & O & T \\end{tabular}";
    same(typed, "  ON\n+ NO\n----\n TOT", &[]);
}
