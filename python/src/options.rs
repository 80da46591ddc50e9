//! Keyword arguments: settings by the names of their table, how and how long to search, and what is asked.

use std::time::Duration;

use fukumen::puzzle::{Rules, SETTINGS, Setting, Takes};
use fukumen::solve::Essentially;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString};

use crate::callbacks::Own;
use crate::errors;

/// More threads than any machine has processors for would only take memory.
const MOST_THREADS: u64 = 1024;
/// No setting has as many values; a list without end must not be read to its end.
const MOST_VALUES: usize = 10_000;

/// Names of the options that say how, and how long, to search.
pub const SEARCH: [&str; 8] =
    ["timeout", "max_solutions", "max_memory", "threads", "engine", "evaluator", "progress", "accept"];
/// Names of the options that say which solutions are wanted.
const WANTED: [&str; 4] = ["essentially", "maximize", "minimize", "lone"];
const FUNCTIONS: &str = "functions";

/// The values that some keyword arguments may have.
#[derive(Clone, Copy)]
pub struct Allowed {
    pub settings: bool,
    pub search: bool,
    pub wanted: bool,
}

impl Allowed {
    fn names(self) -> Vec<String> {
        let mut names = Vec::new();
        if self.settings {
            names.extend(setting_names());
            names.push(FUNCTIONS.into());
        }
        if self.search {
            names.extend(SEARCH.map(String::from));
        }
        if self.wanted {
            names.extend(WANTED.map(String::from));
        }
        names
    }
}

/// How, and how long, to search.
#[derive(Default)]
pub struct How {
    pub timeout: Option<Duration>,
    pub max_solutions: Option<u64>,
    pub max_memory: Option<u64>,
    pub threads: Option<usize>,
    pub engine: Option<String>,
    pub evaluator: Option<String>,
    pub progress: Option<Py<PyAny>>,
    pub accept: Option<Py<PyAny>>,
}

/// Which solutions are wanted.
#[derive(Clone, Default)]
pub struct Wanted {
    pub essentially: Option<Essentially>,
    pub maximize: Option<String>,
    pub minimize: Option<String>,
    pub lone: Vec<String>,
}

/// Keyword arguments, read.
#[derive(Default)]
pub struct Options {
    pub rules: Rules,
    /// The settings as they were given: names of their table, with their values if they have one.
    pub given: Vec<(&'static str, Option<String>)>,
    pub functions: Vec<Own>,
    pub how: How,
    pub wanted: Wanted,
}

impl Options {
    /// Reads keyword arguments. `None` stands for an option that is not given.
    pub fn read(kwargs: Option<&Bound<PyDict>>, allowed: Allowed) -> PyResult<Self> {
        let mut options = Self::default();
        let Some(kwargs) = kwargs else { return Ok(options) };
        for (name, value) in kwargs {
            let name: String = name.extract()?;
            if value.is_none() {
                check_name(kwargs.py(), &name, allowed)?;
            } else {
                options.set(&name, &value, allowed)?;
            }
        }
        let both = options.wanted.maximize.is_some() && options.wanted.minimize.is_some();
        if both {
            let help = Some("use maximize or minimize");
            return Err(errors::setting(
                kwargs.py(),
                "minimize",
                "one goal at a time can be asked for",
                help,
            ));
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: &Bound<PyAny>, allowed: Allowed) -> PyResult<()> {
        let (how, wanted) = (&mut self.how, &mut self.wanted);
        match name {
            "timeout" if allowed.search => how.timeout = Some(duration(value)?),
            "max_solutions" if allowed.search => how.max_solutions = Some(whole(name, value, 1, u64::MAX)?),
            "max_memory" if allowed.search => how.max_memory = Some(whole(name, value, 1, u64::MAX)?),
            "threads" if allowed.search => {
                how.threads = usize::try_from(whole(name, value, 0, MOST_THREADS)?).ok();
            }
            "engine" if allowed.search => how.engine = Some(text(name, value)?),
            "evaluator" if allowed.search => how.evaluator = Some(text(name, value)?),
            "progress" if allowed.search => how.progress = Some(callable(name, value)?),
            "accept" if allowed.search => how.accept = Some(callable(name, value)?),
            "essentially" if allowed.wanted => wanted.essentially = essentially(value)?,
            "maximize" if allowed.wanted => wanted.maximize = Some(text(name, value)?),
            "minimize" if allowed.wanted => wanted.minimize = Some(text(name, value)?),
            "lone" if allowed.wanted => wanted.lone = texts(name, value)?,
            FUNCTIONS if allowed.settings => self.functions = Own::all(value)?,
            _ => {
                check_name(value.py(), name, allowed)?;
                self.setting(name, value)?;
            }
        }
        Ok(())
    }

    /// Sets a rule by its name in Python.
    fn setting(&mut self, name: &str, value: &Bound<PyAny>) -> PyResult<()> {
        let py = value.py();
        let Some(row) = SETTINGS.iter().find(|row| row.name.replace('-', "_") == name) else {
            return Err(unknown(py, name, &[]));
        };
        for value in values(row, value)? {
            row.set(&mut self.rules, value.as_deref())
                .map_err(|error| errors::setting(py, name, &error.message().to_string(), Some(row.help)))?;
            self.given.push((row.name, value));
        }
        if self.rules.has_several_bases() {
            return Err(several_bases(py));
        }
        Ok(())
    }

    /// Settings that were given before, by the names of the table.
    pub fn again(py: Python<'_>, given: Vec<(String, Option<String>)>) -> PyResult<Self> {
        let mut options = Self::default();
        for (name, value) in given {
            let row = Setting::named(&name).map_err(|_| unknown(py, &name, &[]))?;
            row.set(&mut options.rules, value.as_deref())
                .map_err(|error| errors::setting(py, &name, &error.message().to_string(), None))?;
            options.given.push((row.name, value));
        }
        Ok(options)
    }
}

/// The names of all settings, as keyword arguments.
pub fn setting_names() -> Vec<String> {
    SETTINGS.iter().map(|row| row.name.replace('-', "_")).collect()
}

/// Whether a setting has this name.
pub fn is_setting(name: &str) -> bool {
    SETTINGS.iter().any(|row| row.name.replace('-', "_") == name)
}

/// A puzzle in several bases is several puzzles.
pub fn several_bases(py: Python<'_>) -> PyErr {
    let help = Some("fukumen.bases(text, low, high) solves a puzzle in each base");
    errors::setting(py, "base", "a puzzle has one base", help)
}

fn check_name(py: Python<'_>, name: &str, allowed: Allowed) -> PyResult<()> {
    let known = allowed.names();
    if known.iter().any(|other| other == name) { Ok(()) } else { Err(unknown(py, name, &known)) }
}

/// No option has this name; the nearest may be meant.
pub fn unknown(py: Python<'_>, name: &str, known: &[String]) -> PyErr {
    let nearest = || -> PyResult<Vec<String>> {
        py.import("difflib")?.call_method1("get_close_matches", (name, known.to_vec(), 1))?.extract()
    };
    let help = match nearest().ok().and_then(|names| names.into_iter().next()) {
        Some(nearest) => format!("did you mean '{nearest}'?"),
        None => format!("the options are {}", known.join(", ")),
    };
    errors::setting(py, name, "there is no option of this name", Some(&help))
}

/// The values of a setting as its row reads them: one, or several of a setting that may be given several times.
fn values(row: &'static Setting, value: &Bound<PyAny>) -> PyResult<Vec<Option<String>>> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(vec![flagged(row, flag.is_true(), value.py())?]);
    }
    if let Ok(one) = written(row, value) {
        return Ok(vec![Some(one?)]);
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let (sign, items) = (if row.name == "assign" { '=' } else { ':' }, mapping.items()?);
        let pair = |item: Bound<PyAny>| -> PyResult<Option<String>> {
            let (key, value): (String, Bound<PyAny>) = item.extract()?;
            let value = match written(row, &value) {
                Ok(one) => one?,
                Err(Unwritten) => items_of(row, &value)?.join(","),
            };
            Ok(Some(format!("{key}{sign}{value}")))
        };
        return items.iter().map(pair).collect();
    }
    let items = items_of(row, value)?;
    Ok(if row.repeats { items.into_iter().map(Some).collect() } else { vec![Some(items.join(","))] })
}

/// A setting that is on or off.
fn flagged(row: &'static Setting, is_on: bool, py: Python<'_>) -> PyResult<Option<String>> {
    let Takes::Optional(_) = row.takes else {
        let message = format!("this takes a value such as {}, not a bool", row.example);
        return Err(errors::setting(py, &row.name.replace('-', "_"), &message, Some(row.help)));
    };
    if is_on {
        return Ok(None);
    }
    // The word for "off" that this setting has.
    let is_word = |word: &&str| row.set(&mut Rules::default(), Some(word)).is_ok();
    Ok(Some(["false", "forbidden", "0"].into_iter().find(is_word).unwrap_or("false").into()))
}

/// It is neither a text nor a number.
struct Unwritten;

/// A text or a whole number as text.
fn written(row: &'static Setting, value: &Bound<PyAny>) -> Result<PyResult<String>, Unwritten> {
    if value.is_instance_of::<PyString>() {
        return Ok(text(&row.name.replace('-', "_"), value));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(value.str().map(|text| text.to_string()));
    }
    match value.call_method0("__index__") {
        Ok(number) => Ok(number.str().map(|text| text.to_string())),
        Err(_) => Err(Unwritten),
    }
}

/// The items of anything that has some.
fn items_of(row: &'static Setting, value: &Bound<PyAny>) -> PyResult<Vec<String>> {
    let name = row.name.replace('-', "_");
    let wrong = || {
        let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
        let message = format!("a value such as {} is expected, not {kind}", row.example);
        errors::setting(value.py(), &name, &message, Some(row.help))
    };
    let mut items = Vec::new();
    for item in value.try_iter().map_err(|_| wrong())? {
        items.push(written(row, &item?).map_err(|Unwritten| wrong())??);
        if items.len() > MOST_VALUES {
            return Err(errors::setting(value.py(), &name, "these are too many values", Some(row.help)));
        }
    }
    Ok(items)
}

/// A text.
pub fn text(name: &str, value: &Bound<PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| {
        let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{name} must be a str, not {kind}"))
    })?;
    text.to_str().map(String::from).map_err(|_| {
        errors::setting(value.py(), name, "half of a character: a surrogate without its other half", None)
    })
}

/// A text, or several.
pub fn texts(name: &str, value: &Bound<PyAny>) -> PyResult<Vec<String>> {
    match value.cast::<PyList>() {
        Ok(list) => list.iter().map(|item| text(name, &item)).collect(),
        Err(_) if value.is_instance_of::<PyString>() => Ok(vec![text(name, value)?]),
        Err(_) => value.try_iter()?.take(MOST_VALUES).map(|item| text(name, &item?)).collect(),
    }
}

/// A whole number from `least` to `most`.
pub fn whole(name: &str, value: &Bound<PyAny>, least: u64, most: u64) -> PyResult<u64> {
    let kind = || value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
    if value.is_instance_of::<PyFloat>() || value.call_method0("__index__").is_err() {
        return Err(PyTypeError::new_err(format!("{name} must be an int, not {}", kind())));
    }
    value.extract::<u64>().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let message = match most {
            u64::MAX if value.gt(least).unwrap_or(false) => "must be less than 2**64".into(),
            u64::MAX => format!("must be {least} or more"),
            most => format!("must be from {least} to {most}"),
        };
        errors::setting(value.py(), name, &message, None)
    })
}

/// Seconds, or a `timedelta`.
pub fn duration(value: &Bound<PyAny>) -> PyResult<Duration> {
    let py = value.py();
    let wrong = || errors::setting(py, "timeout", "must be a number of seconds, 0 or more", None);
    let seconds: f64 = match value.call_method0("total_seconds") {
        Ok(seconds) => seconds.extract()?,
        Err(_) => value.extract().map_err(|_| {
            let kind = value.get_type().name().map_or_else(|_| "this".into(), |name| name.to_string());
            PyTypeError::new_err(format!("timeout must be seconds or a timedelta, not {kind}"))
        })?,
    };
    if seconds.is_nan() || seconds < 0.0 {
        return Err(wrong());
    }
    // Longer than any time there is: no limit that anyone will see.
    Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

/// A Python function, or what else can be called.
fn callable(name: &str, value: &Bound<PyAny>) -> PyResult<Py<PyAny>> {
    if value.is_callable() {
        return Ok(value.clone().unbind());
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} must be callable, which {kind} is not")))
}

fn essentially(value: &Bound<PyAny>) -> PyResult<Option<Essentially>> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().then_some(Essentially::Terms));
    }
    match &*text("essentially", value)? {
        "terms" => Ok(Some(Essentially::Terms)),
        "digits" => Ok(Some(Essentially::Digits)),
        _ => {
            Err(errors::setting(value.py(), "essentially", "must be True, False, 'terms' or 'digits'", None))
        }
    }
}
