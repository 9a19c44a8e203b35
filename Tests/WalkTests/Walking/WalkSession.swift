import Domain
import Foundation
import NcursesKit
import Runtime

@testable import TerminalKit
@testable import tern

/// Takes steps through the program, from one start to the next, and looks after each whether the rules are kept.
@MainActor
final class WalkSession {
  let terminal: WalkTerminal
  private let demo: String
  private let prepare: @MainActor (WalkProgram) -> Void
  private var clock = VirtualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  let stored = StoredState()
  private let faults: Faults
  /// nil until there is a server.
  private var world: WalkWorld?
  /// Those of programs that have ended: who sleeps on them sleeps on.
  private var pastClocks: [VirtualClock] = []
  private(set) var size = Size(width: 80, height: 24)
  /// nil between an end and the next start.
  private(set) var program: WalkProgram?
  private(set) var canvas = Canvas(size: Size(width: 80, height: 24))
  /// What the screens that were drawn come to: equal for walks that are equal.
  private(set) var trace = Hasher()
  /// How often each thing was seen or tried: states of screens, and keys that were offered.
  var coverage: [String: Int] = [:]
  private var displayRequestsDrawn = 0
  private var isSettled = false
  /// What the keys did on the screen that help is being opened from.
  private(set) var helpedTitles: [String]?

  /// - Parameter prepare: does something to each program that is started: a test plants a fault.
  init(demo: String, terminal: WalkTerminal, prepare: @escaping @MainActor (WalkProgram) -> Void = { _ in }) {
    self.demo = demo
    self.terminal = terminal
    self.prepare = prepare
    faults = Faults(clock: clock)
    Locale.useUTF8()
  }

  /// The keys that the bottom line offers; none while the screen may be another one than was drawn last.
  var offeredKeys: [Key] {
    guard isSettled, let navigator = program?.navigator, !isTooSmall else { return [] }
    let offered = Set(availableCommands(of: navigator).map(\.key))
    return navigator.activeBindings.compactMap { $0.hint == nil ? nil : $0.keys.first }
      .filter { offered.contains($0.label) }
  }

  /// How often a key was pressed on a screen like the one in front.
  func tries(of key: Key) -> Int { coverage[name(of: key), default: 0] }

  var liveKeys: [Key] { program?.navigator?.activeBindings.flatMap(\.keys) ?? [] }

  /// What the screen in front is called.
  var title: String { program?.navigator?.top?.title ?? "Opening" }

  var isTyping: Bool { program?.navigator?.focusedField != nil }

  /// Whether a post is being written.
  var isWriting: Bool { program?.navigator?.focusedEditor != nil }

  var isLive: Bool { world != nil }

  func take(_ step: WalkStep) async throws(WalkFailure) {
    switch step {
    case .start(let start):
      try await end()
      return try await begin(start)
    case .fault(let fault): return faults.add(fault)
    default:
      if program == nil { try await begin(.last) }
    }
    guard let program else { return }
    switch step {
    case .start, .fault: break
    case .server(let moment):
      world?.server.happen(moment)
      if !moment.isFault { try await settle(program) }
    case .resize(let size):
      self.size = size
      program.send(.resize(size))
      try await settle(program, isResized: true)
    case .paste(let text): try await paste(text, program)
    case .mouse(let report):
      if let mouse = MouseEvent(report: report) { try await take(mouse, program) }
    case .focus(let isFocused): try await takeIdly(.focus(isFocused), program)
    case .rounds(let count):
      await program.run(rounds: count)
      isSettled = false
    case .wait(let seconds): try await pass(seconds, program)
    case .hurriedKey(let key):
      coverage[name(of: key), default: 0] += 1
      program.press(key)
      isSettled = false
      try await endIfQuit(program)
    case .key(let key): try await press(key, program)
    }
  }

  /// Ends the program, after which nothing of it may be left.
  func end() async throws(WalkFailure) {
    guard let program else { return }
    self.program = nil
    isSettled = false
    let written = program.isOfDemo ? nil : program.navigator?.focusedEditor?.text
    await program.end()
    let hasSettled = await program.settle()
    // What a server is to be told is given up after a while.
    let runner = program.runner
    let count = runner.runningCount - (program.world == nil ? 0 : runner.lastingCount)
    guard hasSettled, count == 0 else {
      throw WalkFailure(rule: .nothingOutlives, what: "\(count) tasks run on after the end")
    }
    try checkScreens(program)
    try checkMemory()
    guard let world = program.world else { return }
    if let written { try require(.losesNothing, await world.problem(leaving: written)) }
    try require(.losesNothing, await world.problem())
  }
}

extension WalkSession {
  var isTooSmall: Bool { size.isTooSmall }

  private func name(of key: Key) -> String { "\(title), key \(key.label)" }

  private func begin(_ start: WalkStart) async throws(WalkFailure) {
    let program: WalkProgram
    do {
      if start == .live, world == nil {
        world = try WalkWorld(clock: clock)
        try await world?.signIn()
      }
      if world != nil {
        // What the one before has left asleep never wakes: it has ended.
        pastClocks.append(clock)
        clock = VirtualClock(now: clock.now)
        faults.use(clock)
      }
      program = try WalkProgram(
        start, session: stored.session, demo: demo, faults: faults, world: world, clock: clock)
    } catch {
      throw WalkFailure(rule: .saysWhatItIs, what: "the program does not start: \(error)")
    }
    self.program = program
    prepare(program)
    displayRequestsDrawn = -1
    try await settle(program)
  }

  /// Lets all that is ready be done, draws, and looks at what is there.
  private func settle(_ program: WalkProgram, isResized: Bool = false) async throws(WalkFailure) {
    guard await program.settle() else {
      throw WalkFailure(
        rule: .comesToRest, what: "\(program.runner.runningCount) tasks, \(clock.sleeperCount) of them asleep")
    }
    isSettled = true
    try draw(program, isResized: isResized)
    try check(program)
    if let world { try require(.losesNothing, await world.problem()) }
  }

  private func draw(_ program: WalkProgram, isResized: Bool) throws(WalkFailure) {
    guard let navigator = program.navigator else { return }
    let before = canvas
    canvas = navigator.draw(size: size)
    let requests = program.outside.displayRequests
    if !isResized, requests == displayRequestsDrawn, canvas != before {
      throw WalkFailure(rule: .isDrawn, what: "the screen looks different and nobody was told")
    }
    displayRequestsDrawn = requests
    trace.combine(canvas)
  }

  private func pass(_ seconds: Double, _ program: WalkProgram) async throws(WalkFailure) {
    try await settle(program)
    let end = clock.now.addingTimeInterval(seconds)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      try await settle(program)
    }
    clock.advance(to: end)
    try await settle(program)
  }

  /// What is pasted goes into the field that is typed into, or nowhere.
  private func paste(_ text: String, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    coverage["\(title), paste \(isTyping ? "into a field" : "elsewhere")", default: 0] += 1
    let seen = Observation(program, size: size)
    let isWriting = isWriting
    let before = program.navigator?.focusedField?.text
    program.send(.paste(text))
    let now = Observation(program, size: size)
    let after = program.navigator?.focusedField?.text
    let hasRun = now.screen != seen.screen || now.outside != seen.outside || after?.hasPrefix(before ?? "") == false
    if hasRun || before == nil && !isWriting && now.keys != seen.keys {
      throw WalkFailure(rule: .pasteIsText, what: "“\(text.debugDescription)” did something")
    }
    try await settle(program)
  }

  /// Takes what the mouse does. Where nothing answers, nothing happens.
  private func take(_ mouse: MouseEvent, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    guard program.navigator?.hasAnswer(to: mouse) == true else { return try await takeIdly(.mouse(mouse), program) }
    coverage["\(title), \(mouse.action)", default: 0] += 1
    program.send(.mouse(mouse))
    if try await endIfQuit(program) { return }
    try await settle(program)
  }

  /// Takes what nobody has a use for.
  private func takeIdly(_ event: Event, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    coverage["\(title), \(event)", default: 0] += 1
    let seen = Observation(program, size: size)
    program.send(event)
    if Observation(program, size: size) != seen {
      throw WalkFailure(rule: .pasteIsText, what: "\(event) did something")
    }
    try await settle(program)
  }

  private func press(_ key: Key, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    coverage[name(of: key), default: 0] += 1
    helpedTitles = titlesIfHelp(key, program)
    defer { helpedTitles = nil }
    guard offeredKeys.contains(key) else {
      program.press(key)
      if try await endIfQuit(program) { return }
      return try await settle(program)
    }
    // The binding itself is not kept: it would keep the screen.
    let offer = program.navigator?.activeBindings.binding(for: key).map { (hint: $0.hint ?? "", asksAnew: $0.asksAnew) }
    let seen = Observation(program, size: size)
    // What the last key has said goes with any key: that is not what this one does. Nor is it to say the same again.
    program.navigator?.willHandleKey()
    let cleared = Observation(program, size: size)
    let running = program.runner.runningCount
    let questions = faults.questionCount
    program.press(key)
    if try await endIfQuit(program) { return }
    try await settle(program)
    if program.runner.runningCount > running { return }
    // Whoever asks anew may be told the same again, and be it at once.
    // Who knows that a server wants to be left alone does not even ask it.
    if offer?.asksAnew == true, world != nil || faults.questionCount > questions { return }
    // Nor is it nothing to be told once more that what was typed is no date.
    if offer?.hint == "go", isTyping { return }
    let now = Observation(program, size: size)
    if now == seen || now == cleared {
      throw WalkFailure(
        rule: .keysDoSomething, what: "“\(key.label) \(offer?.hint ?? "")” has done nothing")
    }
  }

  /// What the keys do, where this one is about to explain them.
  private func titlesIfHelp(_ key: Key, _ program: WalkProgram) -> [String]? {
    guard isSettled, !isTooSmall, program.navigator?.activeBindings.binding(for: key)?.title == "help" else {
      return nil
    }
    // A notice that goes with any key is gone when the help is made.
    program.navigator?.willHandleKey()
    return program.navigator.map { titles(of: $0.activeBindings) }
  }

  /// What begins several sequences has no words of its own: theirs are told.
  private func titles(of bindings: [KeyBinding]) -> [String] {
    bindings.filter(\.isListed).flatMap { binding -> [String] in
      if binding.group == nil, case .menu(let choices) = binding.effect { return titles(of: choices()) }
      return [binding.title]
    }
  }

  /// - Returns: whether the program has quit.
  @discardableResult
  private func endIfQuit(_ program: WalkProgram) async throws(WalkFailure) -> Bool {
    guard program.outside.quits > 0 else { return false }
    guard program.outside.quits == 1 else {
      throw WalkFailure(rule: .quitsOnce, what: "it has quit \(program.outside.quits) times")
    }
    try await end()
    return true
  }
}

extension KeyBinding {
  /// Whether it is there to ask a source, be it once more: for news, for what is unread, or whether a
  /// password is right.
  fileprivate var asksAnew: Bool {
    keys.contains(.character("R")) || ["continue", "sign in", "unread"].contains(hint)
      || hint?.hasPrefix("ask ") == true
  }
}
