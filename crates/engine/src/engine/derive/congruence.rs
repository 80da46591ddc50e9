//! Which digits satisfy `u·x + r ≡ 0 (mod m)`, from a table.

use std::sync::OnceLock;

/// The largest modulus with a table.
pub(super) const LARGEST: usize = 64;

/// The digits, as bits, for each `u` and `r` below the modulus: entry `u·m + r`.
pub(super) type Table = [u64];

/// Returns the table of a modulus from 2 to [`LARGEST`]; each is made once.
pub(super) fn table(modulus: usize) -> &'static Table {
    static TABLES: [OnceLock<Box<Table>>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];
    TABLES[modulus].get_or_init(|| made(modulus))
}

fn made(modulus: usize) -> Box<Table> {
    let mut table = vec![0; modulus * modulus];
    for u in 0..modulus {
        for digit in 0..64 {
            let rest = (modulus - u * digit % modulus) % modulus;
            table[u * modulus + rest] |= 1 << digit;
        }
    }
    table.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_the_set_of_solutions() {
        for m in 2..=LARGEST {
            for u in 0..m {
                for r in 0..m {
                    let solutions =
                        (0..64).filter(|x| (u * x + r) % m == 0).fold(0u64, |set, x| set | 1 << x);
                    assert_eq!(table(m)[u * m + r], solutions, "{u}x + {r} mod {m}");
                }
            }
        }
    }
}
