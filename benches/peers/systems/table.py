"""Every peer; a new one is a file in this folder and a row here."""

from benches.peers.systems import System
from benches.peers.systems.clingo import Clingo
from benches.peers.systems.cp_sat import CpSat
from benches.peers.systems.gnu_prolog import GnuProlog
from benches.peers.systems.loops import Loops
from benches.peers.systems.minizinc import MiniZinc
from benches.peers.systems.swi_prolog import SwiProlog

SYSTEMS: list[System] = [MiniZinc(), GnuProlog(), SwiProlog(), CpSat(), Clingo(), Loops()]
