import TerminalKit

/// The visible state of the program, and its external effects.
@MainActor
struct Observation: Equatable {
  let canvas: Canvas
  let screen: ObjectIdentifier?
  /// The key hints and the status, which a small screen does not show completely.
  let keys: [String]
  let status: String
  let externalEffects: [Int]

  init(_ program: WalkProgram, size: Size) {
    let navigator = program.navigator
    canvas = navigator?.draw(size: size) ?? Canvas(size: size)
    screen = navigator?.top.map { ObjectIdentifier($0) }
    keys = navigator?.activeBindings.map { "\($0.keysLabel) \($0.title) \($0.hint ?? "")" } ?? []
    if case .status(let status)? = navigator?.top?.bottomLine { self.status = status } else { status = "" }
    let done = program.external
    externalEffects = [
      program.clipboard.copied.count, done.quits, done.suspensions, done.redraws, program.opener.opened.count,
      program.player.count,
    ]
  }
}
