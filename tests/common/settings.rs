//! Rules as settings give them.

use fukumen::puzzle::Rules;

/// The rules that these settings make, each a name and a value.
pub fn rules<'a>(settings: impl IntoIterator<Item = (&'a str, &'a str)>) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, Some(value)).expect("the settings are right");
    }
    rules
}
