//! Numbers and JSON as Python objects, and back.

use fukumen::number::Exact;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyType};
use serde_json::Value;

/// `fractions.Fraction`, which is imported when the first one is needed.
pub fn fraction_type(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// A whole number as an `int`.
fn whole<'py>(py: Python<'py>, number: &Exact) -> PyResult<Bound<'py, PyAny>> {
    if let Some(small) = number.to_i64() {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    // By way of base 16, whose texts Python reads at any length.
    let digits = number.magnitude().digits(16).unwrap_or_default();
    let digits: String =
        digits.iter().rev().filter_map(|digit| char::from_digit(u32::from(*digit), 16)).collect();
    let sign = if number.is_negative() { "-" } else { "" };
    py.get_type::<PyInt>().call1((format!("{sign}{digits}"), 16))
}

/// An `int`, or a `Fraction` where the number is not whole.
pub fn number<'py>(py: Python<'py>, number: &Exact) -> PyResult<Bound<'py, PyAny>> {
    if number.is_integer() { whole(py, number) } else { fraction(py, number) }
}

/// A `Fraction`.
pub fn fraction<'py>(py: Python<'py>, number: &Exact) -> PyResult<Bound<'py, PyAny>> {
    fraction_type(py)?.call1((whole(py, &number.numer())?, whole(py, &number.denom())?))
}

/// The result of a Python function, as a number.
pub enum Returned {
    /// A number, or a truth value as 1 or 0.
    Number(Exact),
    /// `None`: no value.
    Nothing,
    /// A number with more bits than are computed with.
    TooLarge,
}

/// The number that a Python function returned, of up to `limit` bits.
///
/// # Errors
/// `TypeError` where it is no number, which names the function.
pub fn returned(object: &Bound<PyAny>, limit: u64, name: &str) -> PyResult<Returned> {
    if object.is_none() {
        return Ok(Returned::Nothing);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(Returned::Number(flag.is_true().into()));
    }
    if let Ok(small) = object.extract::<i64>() {
        return Ok(Returned::Number(small.into()));
    }
    let wrong = || {
        let kind = object.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string());
        PyTypeError::new_err(format!(
            "the function '{name}' must return an int, a Fraction, a bool or None, not {kind}"
        ))
    };
    let part = |part: &str| object.getattr(part).map_err(|_| wrong());
    let (numerator, denominator) = (large(&part("numerator")?, limit)?, large(&part("denominator")?, limit)?);
    let (Some(numerator), Some(denominator)) = (numerator, denominator) else {
        return Ok(Returned::TooLarge);
    };
    Ok(numerator.over(&denominator).map_or(Returned::Nothing, Returned::Number))
}

/// An `int`; nothing if it has more bits than the limit.
fn large(object: &Bound<PyAny>, limit: u64) -> PyResult<Option<Exact>> {
    if let Ok(small) = object.extract::<i64>() {
        return Ok(Some(small.into()));
    }
    let number = object.call_method0("__index__")?;
    if number.call_method0("bit_length")?.extract::<u64>()? > limit {
        return Ok(None);
    }
    let text: String = number.call_method1("__format__", ("x",))?.extract()?;
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, &*text), |digits| (true, digits));
    let digits: Vec<u8> =
        digits.chars().rev().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    let size = Exact::from_digits(&digits, 16);
    Ok(size.map(|size| if is_negative { size.negated() } else { size }))
}

/// JSON as a Python object.
pub fn json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?.into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(list) => {
            let items: Vec<_> = list.iter().map(|item| json(py, item)).collect::<PyResult<_>>()?;
            PyList::new(py, items)?.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, json(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// A mapping that cannot be changed.
pub fn read_only<'py>(py: Python<'py>, dict: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    static PROXY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    PROXY.import(py, "types", "MappingProxyType")?.call1((dict,))
}
