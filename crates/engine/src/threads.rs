//! Threads, if there are any. Outside the command line, only this module names rayon and `std::thread`.
//!
//! Without the feature `threads` there are no pools, and everything runs on the caller's thread, as it must in a browser.

#[cfg(feature = "threads")]
pub use some::Pool;

#[cfg(not(feature = "threads"))]
pub use none::Pool;

/// Returns whether the current thread is panicking, so that others must not wait for it.
pub fn is_panicking() -> bool {
    std::thread::panicking()
}

/// Returns how many processors this process may use.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[cfg(feature = "threads")]
mod some {
    /// A number of threads that work together.
    #[derive(Debug)]
    pub struct Pool(rayon::ThreadPool);

    impl Pool {
        /// Starts this many threads; 0 means one per processor. Returns `None` if that is one, or if no threads can be
        /// started.
        pub fn of(threads: usize) -> Option<Self> {
            if threads == 1 {
                return None;
            }
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
            (pool.current_num_threads() > 1).then_some(Self(pool))
        }

        /// Returns the number of threads.
        pub fn threads(&self) -> usize {
            self.0.current_num_threads()
        }

        /// Runs the workers on the pool's threads, and `here` on the caller's. Returns when all have ended.
        pub fn beside<'s, R>(
            &self,
            workers: impl IntoIterator<Item = impl FnOnce() + Send + 's>,
            here: impl FnOnce() -> R,
        ) -> R {
            self.0.in_place_scope(|scope| {
                workers.into_iter().for_each(|worker| scope.spawn(move |_| worker()));
                here()
            })
        }

        /// Runs the work once on each of the pool's threads.
        pub fn each(&self, work: impl Fn() + Sync) {
            self.0.broadcast(|_| work());
        }
    }
}

#[cfg(not(feature = "threads"))]
mod none {
    /// There are no pools.
    #[derive(Debug)]
    pub enum Pool {}

    impl Pool {
        /// Always returns `None`.
        pub fn of(_threads: usize) -> Option<Self> {
            None
        }

        /// Returns the number of threads.
        pub fn threads(&self) -> usize {
            match *self {}
        }

        /// Never called.
        pub fn beside<'s, R>(
            &self,
            _workers: impl IntoIterator<Item = impl FnOnce() + Send + 's>,
            _here: impl FnOnce() -> R,
        ) -> R {
            match *self {}
        }

        /// Never called.
        pub fn each(&self, _work: impl Fn() + Sync) {
            match *self {}
        }
    }
}
