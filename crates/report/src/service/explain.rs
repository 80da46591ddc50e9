//! `explain`, `hint`, `rate`, `check` and `why`: how a person would solve it.
//!
//! `lang` is the code of a language, and `catalogue` the text of its file in `messages/explain`, for a program that was built
//! without the feature `languages`; others ignore it. `explain` takes `detail` (`normal`, `brief`, `full`) and `style`, a
//! format in which the whole is written too; `hint` takes `level`, 1 to 3; `check` an `answer`; `why` a `fact`. All that look
//! for steps take `known`, `techniques`, `depth` and `tries`.

use serde_json::{Value, json};

use super::client::Client;
use super::explaining::{Explained, Subject};
use super::request::Request;
use super::request_error::RequestError;
use crate::Offered;
use crate::explanation::{Page, as_json, styles};
use fukumen_explain::prose::{Detail, LANGUAGES, Language, Level, Paragraph};
use fukumen_explain::{Explainer, FactError, Filled, Mark, TECHNIQUES, prose};
use fukumen_language::message::message;
use fukumen_language::puzzle::Puzzle;

pub(super) fn explain(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let detail = match request.one_of("detail", &["normal", "brief", "full"])? {
        "brief" => Detail::Brief,
        "full" => Detail::Full,
        _ => Detail::Normal,
    };
    let styles = styles();
    let names: Vec<&str> = styles.iter().map(|style| style.name).collect();
    let name = match request.get("style") {
        None => None,
        Some(_) => Some(request.one_of("style", &names)?),
    };
    let puzzle = puzzle(request, client)?;
    let subject = subject(request, client, &puzzle)?;
    let (told, _) = subject.explained(detail);
    let mut object = answer(&subject, &told);
    let written = styles.iter().find(|style| name == Some(style.name));
    if let (Some(Offered { how: style, .. }), Explained::Steps { explanation, told, rating }) =
        (written, &told)
    {
        let page = Page { rating: rating.as_ref(), ..Page::new(subject.text, &puzzle, explanation, told) };
        object["document"] =
            (style.opening(told.language, false) + &style.page(&page, false, 0) + &style.closing(false))
                .into();
    }
    Ok(object)
}

pub(super) fn hint(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let level = match request.number("level")? {
        Some(1) => Level::Where,
        Some(2) => Level::Question,
        None | Some(3) => Level::Conclusion,
        Some(_) => return Err(message!("request-wrong", field = "level", expected = "1, 2 or 3").into()),
    };
    let puzzle = puzzle(request, client)?;
    let subject = subject(request, client, &puzzle)?;
    Ok(answer(&subject, &subject.hint(&known(request, &puzzle)?, level).0))
}

pub(super) fn rate(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let puzzle = puzzle(request, client)?;
    let subject = subject(request, client, &puzzle)?;
    Ok(answer(&subject, &subject.rated().0))
}

pub(super) fn check(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let puzzle = puzzle(request, client)?;
    let subject = subject(request, client, &puzzle)?;
    Ok(answer(&subject, &subject.judged(request.text("answer")?)?.0))
}

pub(super) fn why(request: &Request, client: &Client) -> Result<Value, RequestError> {
    let puzzle = puzzle(request, client)?;
    let subject = subject(request, client, &puzzle)?;
    let told = match request.optional_text("fact")? {
        None => subject.why().0,
        Some(fact) => subject.proved(fact).map_err(|error| refused(error, fact))?.0,
    };
    Ok(answer(&subject, &told))
}

fn refused(error: FactError, fact: &str) -> RequestError {
    match error {
        FactError::Text(error) => (*error).into(),
        error => message!("request-no-fact", fact = fact, reason = error).into(),
    }
}

/// Returns the puzzle as it is solved: with lines that are 0, if only then it has solutions.
fn puzzle(request: &Request, client: &Client) -> Result<Puzzle, RequestError> {
    let puzzle = request.puzzle(client)?;
    Ok(fukumen_explain::as_solved(&puzzle, &request.watch(client)?).unwrap_or(puzzle))
}

fn subject<'a>(
    request: &'a Request,
    client: &Client,
    puzzle: &'a Puzzle,
) -> Result<Subject<'a>, RequestError> {
    let watch = request.watch(client)?;
    let number = |name: &str| -> Result<Option<usize>, RequestError> {
        Ok(request.number(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    };
    let explainer = Explainer::new(puzzle).watch(watch.clone()).known(&known(request, puzzle)?);
    let explainer = number("depth")?.into_iter().fold(explainer, Explainer::depth);
    let explainer = number("tries")?.into_iter().fold(explainer, |it, tries| it.tries(tries.max(1)));
    let techniques = techniques(request)?;
    let explainer = if techniques.is_empty() { explainer } else { explainer.techniques(techniques) };
    Ok(Subject {
        language: language(request)?,
        watch,
        ..Subject::new(puzzle, request.text("text")?, explainer)
    })
}

fn language(request: &Request) -> Result<&'static Language, RequestError> {
    let codes: Vec<&str> = LANGUAGES.iter().map(|language| language.code).collect();
    let language = prose::language(request.one_of("lang", &codes)?).unwrap_or(&LANGUAGES[0]);
    if let Some(catalogue) = request.optional_text("catalogue")? {
        language.learn(catalogue);
    }
    Ok(language)
}

fn techniques(request: &Request) -> Result<Vec<&'static str>, RequestError> {
    let wrong =
        || message!("request-wrong", field = "techniques", expected = "a list of names of techniques");
    let Some(names) = request.get("techniques") else { return Ok(Vec::new()) };
    let known = |name: &Value| TECHNIQUES.iter().map(|row| row.name).find(|known| name == known);
    let names = names.as_array().ok_or_else(wrong)?;
    Ok(names.iter().map(|name| known(name).ok_or_else(wrong)).collect::<Result<_, _>>()?)
}

fn known(request: &Request, puzzle: &Puzzle) -> Result<Filled, RequestError> {
    Ok(request.optional_text("known")?.map_or(Ok(Vec::new()), |text| fukumen_explain::known(puzzle, text))?)
}

/// Returns the answer as an object, without the text, which the client knows.
fn answer(subject: &Subject, told: &Explained) -> Value {
    let mut object = match told {
        Explained::Line { text, object, steps } => {
            let mut object = object.clone();
            object["text"] = text.as_str().into();
            if let Some(steps) = steps {
                object["paragraphs"] = steps.told.paragraphs.iter().map(paragraph).collect();
                object["lettered"] = steps.told.lettered.clone().into();
            }
            object
        }
        Explained::Steps { explanation, told, rating } => {
            let page = Page::new(subject.text, subject.puzzle, explanation, told);
            let mut object = as_json(&Page { rating: rating.as_ref(), ..page });
            object["places"] = places(subject.puzzle);
            object["paragraphs"] = told.paragraphs.iter().map(paragraph).collect();
            object["lettered"] = told.lettered.clone().into();
            object["closing"] = told.closing.as_str().into();
            object["missing"] = told.missing.iter().map(String::as_str).collect();
            object
        }
    };
    if let Value::Object(fields) = &mut object {
        fields.retain(|name, _| !matches!(&**name, "puzzle" | "line"));
    }
    object
}

fn places(puzzle: &Puzzle) -> Value {
    fukumen_explain::places(puzzle)
        .iter()
        .map(|(name, cell)| json!({"name": name, "cell": cell.index()}))
        .collect()
}

fn paragraph(paragraph: &Paragraph) -> Value {
    let known = paragraph
        .known
        .as_ref()
        .map(|known| known.iter().map(|digits| digits.iter().collect::<Vec<_>>()).collect::<Vec<_>>());
    json!({
        "number": paragraph.number,
        "depth": paragraph.depth,
        "text": paragraph.text,
        "steps": paragraph.steps,
        "marks": paragraph.marks.iter().map(|Mark { row, column }| json!({"row": row, "column": column})).collect::<Vec<_>>(),
        "known": known,
    })
}
