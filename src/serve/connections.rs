//! Connections with timeouts: the head of each request must arrive in time, and a connection is closed if it stays silent after
//! an answer. Without this, a few hundred clients that send a byte now and then would occupy all places.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep};

use super::job::SENDING;

/// The bytes that end the head of a request.
const END: &[u8; 4] = b"\r\n\r\n";

/// Accepts connections.
pub(super) struct Connections {
    pub listener: TcpListener,
    /// How long a connection may be silent after an answer, or within one.
    pub idle: Duration,
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let timer = Box::pin(sleep(SENDING));
        (Connection { stream, timer, idle: self.idle, state: State::Head { matched: 0 } }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The state of a connection.
#[derive(Clone, Copy)]
enum State {
    /// Waiting for a head. This many bytes of its end have arrived.
    Head { matched: usize },
    /// The head has arrived. The body, if there is one, has its own limit.
    Asked,
    /// An answer has begun.
    Answered,
}

/// A connection with a timer.
pub(super) struct Connection {
    stream: TcpStream,
    timer: Pin<Box<Sleep>>,
    idle: Duration,
    state: State,
}

impl Connection {
    fn wait(&mut self, time: Duration) {
        self.timer.as_mut().set(sleep(time));
    }

    fn is_late(&mut self, context: &mut Context) -> bool {
        !matches!(self.state, State::Asked) && self.timer.as_mut().poll(context).is_ready()
    }

    /// Searches the bytes that arrived for the end of a head.
    fn read(&mut self, bytes: &[u8]) {
        if matches!(self.state, State::Answered) && !bytes.is_empty() {
            self.state = State::Head { matched: 0 };
            self.wait(SENDING);
        }
        let State::Head { mut matched } = self.state else { return };
        for byte in bytes {
            matched = match matched {
                at if END[at] == *byte => at + 1,
                _ => usize::from(*byte == END[0]),
            };
            if matched == END.len() {
                self.state = State::Asked;
                return;
            }
        }
        self.state = State::Head { matched };
    }

    fn wrote(&mut self, written: &Poll<io::Result<usize>>) {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.state = State::Answered;
            self.wait(self.idle);
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        if self.is_late(context) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_ready() {
            self.read(&buffer.filled()[before..]);
        }
        result
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        parts: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.wrote(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
