import TerminalKit

/// All that a person could notice of the program, and what it has done outside.
@MainActor
struct Observation: Equatable {
  let canvas: Canvas
  let screen: ObjectIdentifier?
  /// What the keys are said to do, and the status: a small screen does not show all of it.
  let keys: [String]
  let status: String
  let outside: [Int]

  init(_ program: WalkProgram, size: Size) {
    let navigator = program.navigator
    canvas = navigator?.draw(size: size) ?? Canvas(size: size)
    screen = navigator?.top.map { ObjectIdentifier($0) }
    keys = navigator?.activeBindings.map { "\($0.keysLabel) \($0.title) \($0.hint ?? "")" } ?? []
    if case .status(let status)? = navigator?.top?.bottomLine { self.status = status } else { status = "" }
    let done = program.outside
    outside = [program.clipboard.copied.count, done.quits, done.suspensions, done.redraws, program.opener.opened.count]
  }
}
