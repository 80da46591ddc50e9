//! HTML and MathML: tags as line breaks and signs, tables as lines with bars, which `tables` lays out.

use std::ops::Range;

use fukumen_language::text::Edit;

/// Tags that begin and end a line.
const BLOCKS: &str = "p div li ul ol dl dt dd pre blockquote table tbody thead tr mtable mtr h1 h2 h3 h4 h5 h6 section \
                      article header footer main figure body html center caption";

/// Other tags that are known, of which only what they hold counts.
const INLINE: &str = "span b i u em strong code kbd samp tt var small big font a img label mark abbr cite q s del ins math \
                      mrow mi mn mo mtext mstyle mpadded mphantom semantics mspace menclose br hr wbr head";

/// Tags of which nothing counts.
const HIDDEN: &str = "script style title annotation annotation-xml mprescripts";

/// Tags of which each child is an operand: the signs before the first, between the two and after the last.
const OPERANDS: &[(&str, [&str; 3])] = &[
    ("mfrac", ["(", ")/(", ")"]),
    ("msup", ["", "^(", ")"]),
    ("msub", ["", "_(", ")"]),
    ("msqrt", ["√(", "", ")"]),
    ("mroot", ["root(", ", ", ")"]),
    ("sup", ["^(", "", ")"]),
    ("sub", ["_(", "", ")"]),
];

/// A tag: its name in small letters, whether it closes, and its place.
struct Tag<'a> {
    name: String,
    attributes: &'a str,
    closes: bool,
    at: Range<usize>,
}

/// A tag that is still open.
struct Open {
    name: String,
    children: usize,
}

/// Takes tags off.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let tags = tags(text);
    let is_page = tags.iter().any(|tag| tag.closes || matches!(&*tag.name, "br" | "hr" | "img"));
    if !is_page {
        return Vec::new();
    }
    let mut writer = Writer { text, edits: Vec::new(), open: Vec::new(), done: 0 };
    for tag in &tags {
        writer.between(tag.at.start);
        writer.tag(tag);
        writer.done = tag.at.end;
    }
    writer.between(text.len());
    writer.edits
}

/// The tags of a text, of known names alone: `A<B>C` has none.
fn tags(text: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut start = 0;
    while let Some(from) = text[start..].find('<').map(|length| start + length) {
        start = from + 1;
        if text[from..].starts_with("<!--") {
            let end = text[from..].find("-->").map_or(text.len(), |length| from + length + 3);
            tags.push(Tag { name: "mspace".to_owned(), attributes: "", closes: true, at: from..end });
            start = end;
            continue;
        }
        let Some(end) = text[from..].find('>').map(|length| from + length + 1) else { break };
        let inner = text[from + 1..end - 1].trim_end_matches('/');
        let (closes, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        let length = inner.find(|c: char| c != '-' && !c.is_ascii_alphanumeric()).unwrap_or(inner.len());
        let (name, attributes) = inner.split_at(length);
        let name = name.to_ascii_lowercase();
        if is_known(&name) && (attributes.is_empty() || attributes.starts_with(char::is_whitespace)) {
            tags.push(Tag { name, attributes, closes, at: from..end });
            start = end;
        }
    }
    tags
}

fn is_one_of(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|known| known == name)
}

fn is_known(name: &str) -> bool {
    matches!(name, "td" | "th" | "mtd" | "mover" | "munder")
        || [BLOCKS, INLINE, HIDDEN].iter().any(|names| is_one_of(names, name))
        || OPERANDS.iter().any(|(known, _)| *known == name)
}

struct Writer<'a> {
    text: &'a str,
    edits: Vec<Edit>,
    open: Vec<Open>,
    done: usize,
}

impl Writer<'_> {
    /// The text between two tags: nothing if it is hidden; entities become characters.
    fn between(&mut self, end: usize) {
        let at = self.done..end;
        let text = &self.text[at.clone()];
        let is_in = |name: &str| self.open.iter().any(|open| open.name == name);
        let is_hidden = self.open.iter().any(|open| {
            is_one_of(HIDDEN, &open.name) || matches!(&*open.name, "mover" | "munder") && open.children > 1
        });
        let is_layout = text.trim().is_empty()
            && text.contains('\n')
            && (is_in("math") || is_in("table") || is_in("tr") || is_in("ul") || is_in("ol"));
        if is_hidden || is_layout {
            self.edits.push(Edit::cut(at));
            return;
        }
        if (is_in("td") || is_in("th")) && !is_in("pre") {
            let breaks = text.match_indices('\n').map(|(i, _)| at.start + i);
            self.edits.extend(breaks.map(|i| Edit::new(i..i + 1, " ")));
        }
    }

    fn tag(&mut self, tag: &Tag) {
        let mut written = String::new();
        if tag.closes {
            // Tags that were never closed end here.
            if let Some(at) = self.open.iter().rposition(|open| open.name == tag.name) {
                self.open.truncate(at);
            }
            written += self.closed(&tag.name);
        } else {
            let parent = self.open.last().map_or(("", 0), |open| (&*open.name, open.children));
            if let Some((_, signs)) = OPERANDS.iter().find(|(name, _)| *name == parent.0)
                && parent.1 == 1
            {
                written += signs[1];
            }
            if let Some(open) = self.open.last_mut() {
                open.children += 1;
            }
            written += &self.opened(tag);
            let is_void = matches!(&*tag.name, "br" | "hr" | "img" | "wbr" | "mspace" | "mprescripts")
                || self.text[tag.at.clone()].ends_with("/>");
            if !is_void {
                self.open.push(Open { name: tag.name.clone(), children: 0 });
            }
        }
        self.edits.push(Edit::new(tag.at.clone(), written));
    }

    fn opened(&self, tag: &Tag) -> String {
        let is_in_row = self.open.iter().any(|open| matches!(&*open.name, "tr" | "mtr"));
        match &*tag.name {
            "br" => if is_in_row { " " } else { "\n" }.to_owned(),
            "hr" if !is_in_row => "\n------\n".to_owned(),
            "tr" | "mtr" => "\n| ".to_owned(),
            "td" | "th" | "mtd" => {
                let span =
                    tag.attributes.split_once("span=").map(|(_, rest)| rest.trim_start_matches(['"', '\'']));
                let digits = span.map(|rest| &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()]);
                let columns = digits.and_then(|digits| digits.parse::<usize>().ok()).unwrap_or(1);
                " | ".repeat(columns.clamp(1, 32) - 1)
            }
            "mspace" | "img" => " ".to_owned(),
            name => match OPERANDS.iter().find(|(known, _)| *known == name) {
                Some((_, signs)) => signs[0].to_owned(),
                None if is_one_of(BLOCKS, name) && !is_in_row => "\n".to_owned(),
                None => String::new(),
            },
        }
    }

    fn closed(&self, name: &str) -> &'static str {
        let is_in_row = self.open.iter().any(|open| matches!(&*open.name, "tr" | "mtr"));
        match name {
            "td" | "th" | "mtd" => " | ",
            "tr" | "mtr" | "br" => "\n",
            _ => match OPERANDS.iter().find(|(known, _)| *known == name) {
                Some((_, signs)) => signs[2],
                None if is_one_of(BLOCKS, name) && !is_in_row => "\n",
                None => "",
            },
        }
    }
}

/// Puts characters in place of their names: `&times;`, `&#215;`.
pub(super) fn entities(text: &str) -> Vec<Edit> {
    /// The longest name of an entity.
    const LONGEST: usize = 32;
    let mut edits = Vec::new();
    for (at, _) in text.match_indices('&') {
        let name = |c: &(usize, char)| c.1 == '#' || c.1.is_ascii_alphanumeric();
        let length = text[at + 1..].char_indices().take(LONGEST).take_while(name).count();
        if !text[at + 1 + length..].starts_with(';') {
            continue;
        }
        let entity = &text[at..at + length + 2];
        let character = html_escape::decode_html_entities(entity);
        if *character != *entity {
            edits.push(Edit::new(at..at + entity.len(), character.replace('\u{A0}', " ")));
        }
    }
    edits
}
