//! The settings: every rule by its name, with values as text.
//!
//! The command line, `@name value` lines and the rules in JSON all come from one table. `table.rs` has its rows, `values.rs`
//! reads and writes their values.

mod error;
mod setting;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use error::SettingError;
pub use setting::{Affects, Setting, Shown, Takes};
pub use table::SETTINGS;

use super::rules::Rules;

impl Setting {
    /// Returns the setting with this name.
    ///
    /// # Errors
    /// [`SettingError::Unknown`] if there is none.
    pub fn named(name: &str) -> Result<&'static Self, SettingError> {
        SETTINGS.iter().find(|row| row.name == name).ok_or_else(|| SettingError::Unknown(name.into()))
    }

    /// Sets it, to the default value if it has one and no value is given.
    ///
    /// # Errors
    /// [`SettingError`] if the value does not fit the setting.
    pub fn set(&self, rules: &mut Rules, value: Option<&str>) -> Result<(), SettingError> {
        match (value, self.takes) {
            (Some(value), _) => (self.read)(rules, value),
            (None, Takes::Optional(value)) => (self.read)(rules, value),
            (None, Takes::Value) => Err(SettingError::Missing(self.example)),
        }
    }
}

impl Rules {
    /// Sets a rule by its name.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::puzzle::Rules;
    /// let mut rules = Rules::default();
    /// rules.set("digits", Some("1-9"))?;
    /// assert_eq!(rules.allowed_digits().len(), 9);
    /// # Ok::<(), fukumen::puzzle::SettingError>(())
    /// ```
    ///
    /// # Errors
    /// [`SettingError`] if there is no such setting, or if the value does not fit it.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), SettingError> {
        Setting::named(name)?.set(self, value)
    }

    /// Iterates over the settings that differ from the default, in the order of the table.
    pub fn changed(&self) -> impl Iterator<Item = &'static Setting> {
        let default = Self::default();
        let is_changed = move |row: &&Setting| match row.is_given {
            Some(is_given) => is_given(self),
            None => (row.shown)(self) != (row.shown)(&default),
        };
        SETTINGS.iter().filter(is_changed)
    }

    /// Returns the rules that differ from the default, as `name value`, in the order of the table.
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, String)> {
        self.changed()
            .flat_map(|row| (row.shown)(self).values().into_iter().map(|value| (row.name, value)))
            .collect()
    }

    /// Returns these rules where `is_kept` accepts what they affect, and the default for the others.
    ///
    /// ```
    /// # use fukumen_language as fukumen;
    /// use fukumen::puzzle::{Affects, Rules};
    /// let mut rules = Rules::default().with_where("A<B");
    /// rules.set("base", Some("12"))?;
    /// let kept = rules.keeping(|affects| affects == Affects::Base);
    /// assert_eq!((kept.base, kept.wheres.len()), (rules.base, 0));
    /// # Ok::<(), fukumen::puzzle::SettingError>(())
    /// ```
    #[must_use]
    pub fn keeping(&self, is_kept: impl Fn(Affects) -> bool) -> Self {
        let mut kept = Self::default();
        for row in self.changed().filter(|row| is_kept(row.affects)) {
            for value in (row.shown)(self).values() {
                (row.read)(&mut kept, &value).expect("what a setting shows, it reads");
            }
        }
        kept
    }
}
