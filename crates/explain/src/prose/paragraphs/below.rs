//! How a paragraph ends: with its cases below it.

use std::cell::Cell as Counter;

use super::super::news::{are_alike, either, in_vain};
use super::{Detail, Frame, Paragraph, Writer};
use crate::Case;
use crate::Claim;
use crate::Step;

impl<'w> Writer<'w> {
    /// Ends a paragraph, and tells the cases of its last step below it.
    pub(super) fn close(&mut self, mut open: Paragraph, group: &[&'w Step], frame: &Frame, index: usize) {
        open.number = frame.number(index);
        open.steps = group.iter().map(|step| step.id.clone()).collect();
        open.marks = group.iter().flat_map(|step| step.marks.iter().copied()).collect();
        let with_cases = group.last().filter(|step| self.is_told_below(step));
        let number = open.number.clone();
        let shows_known = frame.depth == 0 && self.detail == Detail::Full;
        let Some(step) = with_cases else {
            let known = shows_known.then(|| self.teller.all_left());
            self.push(Paragraph { known, ..open });
            // Where nothing is left, there is no sum to go on with.
            let is_end = group.iter().any(|step| step.gives.iter().any(|given| given.claim == Claim::False));
            if !is_end {
                self.show_so_far(frame.depth);
            }
            return;
        };
        // A single case needs no sentence that introduces it.
        if !open.text.is_empty() {
            self.push(open);
        }
        let told = step.cases.iter().filter(|case| self.is_told(step, case));
        // Cases that end alike are told as one.
        let mut joined: Vec<(Case, Vec<&'w Case>)> = Vec::new();
        for case in told {
            let alike = joined.iter_mut().find_map(|(own, members)| {
                let both = either(&own.assume.claim, &case.assume.claim)?;
                let is_alike = are_alike(members[0], case) || self.are_searched(members[0], case);
                is_alike.then_some((own, members, both))
            });
            match alike {
                Some((own, members, both)) => {
                    own.assume.claim = both;
                    members.push(case);
                }
                None => {
                    let (assume, end) = (case.assume.clone(), case.end.clone());
                    joined.push((Case { assume, steps: Vec::new(), end }, vec![case]));
                }
            }
        }
        for (i, (case, members)) in joined.iter().enumerate() {
            let number = frame.next_below(&number, i);
            // Of one case its step says the number itself.
            let numbers: Option<Vec<i128>> =
                members.iter().map(|case| in_vain(case).map(|(_, number)| number)).collect();
            let searched = numbers.filter(|_| members.len() > 1).map(|numbers| numbers.iter().sum());
            let left = self.assume(case);
            let (case, below) = (Some(case), Counter::default());
            let inner = Frame { number, depth: frame.depth + 1, case, searched, below };
            self.steps(&members[0].steps, &inner);
            self.teller.recall(left);
            if searched.is_some() {
                let alone = Frame { depth: inner.depth, ..Frame::default() };
                members.iter().for_each(|case| self.record(case, &alone));
            } else {
                for (step, first) in
                    members[1..].iter().flat_map(|case| case.steps.iter().zip(&members[0].steps))
                {
                    let text = self.texts.get(&first.id).cloned().unwrap_or_default();
                    self.texts.insert(step.id.clone(), text);
                }
            }
            if let Some(last) = self.paragraphs.last_mut() {
                let others = members[1..].iter().flat_map(|case| &case.steps);
                last.steps.extend(others.map(|step| step.id.clone()));
            }
        }
        let text = self.after_cases(step, frame.depth);
        self.learn(step);
        if let Some(text) = text {
            let known = shows_known.then(|| self.teller.all_left());
            self.push(Paragraph { depth: frame.depth, text, known, ..Paragraph::default() });
            self.show_so_far(frame.depth);
        }
    }
}
