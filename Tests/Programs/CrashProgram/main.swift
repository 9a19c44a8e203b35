import Glibc
import NcursesKit
import TerminalKit

// Opens the terminal like Tern, waits for a key, and crashes in the way named by its argument, to simulate programming
// errors.

@MainActor
func fall(_ way: String) {
  switch way {
  case "trap": print([Int]()[CommandLine.arguments.count])
  case "overflow": print(deeper(1))
  default: abort()
  }
}

func deeper(_ depth: Int) -> Int {
  // Not a tail call: each level needs its own frame.
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 64) { memory in
    memory.initialize(repeating: depth)
    return deeper(depth + 1) + memory[depth % 64]
  }
}

Locale.setFromEnvironment()
let terminal = try NcursesTerminal(usesColor: true, usesMouse: true)
var canvas = Canvas(size: terminal.size)
canvas.draw("on the brink", row: 0, column: 0)
canvas.cursor = nil
terminal.show(canvas)
var state = pollfd(fd: terminal.input, events: Int16(POLLIN), revents: 0)
poll(&state, 1, -1)
fall(CommandLine.arguments.last ?? "")
