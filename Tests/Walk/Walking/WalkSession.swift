import Domain
import EmptyState
import Foundation
import NcursesKit
import Runtime

@testable import TerminalKit
@testable import tern

/// Takes steps through the program, over several starts, and checks the rules after each.
@MainActor
final class WalkSession {
  let terminal: WalkTerminal
  private let demo: String
  private let prepare: @MainActor (WalkProgram) -> Void
  /// Whether there is a settings file. Its path, which the settings screen shows, is random.
  private let hasSettings: Bool
  private var clock = VirtualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  let stored = StoredState()
  private let faults: Faults
  /// nil without a server.
  private var world: WalkWorld?
  /// Called with the server's world before it is first opened.
  var prepareWorld: (WalkWorld) -> Void = { _ in }
  /// The clocks of ended programs, which keep their sleeping tasks.
  private var pastClocks: [VirtualClock] = []
  private(set) var size = Size(width: 80, height: 24)
  /// nil between an end and the next start.
  private(set) var program: WalkProgram?
  private(set) var canvas = Canvas(size: Size(width: 80, height: 24))
  /// A hash of all drawn screens.
  private(set) var trace = Hasher()
  /// The numbers of times that each state was seen and each key pressed.
  var coverage: [String: Int] = [:]
  private var displayRequestsDrawn = 0
  private var isSettled = false
  /// The titles of the commands on the screen that help is being opened from.
  private(set) var helpedTitles: [String]?

  /// - Parameter prepare: called with each started program; a test can plant a fault.
  init(
    demo: String, terminal: WalkTerminal, hasSettings: Bool = false,
    prepare: @escaping @MainActor (WalkProgram) -> Void = { _ in }
  ) {
    self.demo = demo
    self.terminal = terminal
    self.hasSettings = hasSettings
    self.prepare = prepare
    faults = Faults(clock: clock)
    Locale.useUTF8()
  }

  /// The keys with hints, in the bottom line or an empty view; empty if the screen may have changed since it was drawn.
  var hintedKeys: [Key] {
    // Keys wait for content that is being loaded.
    guard isSettled, let navigator = program?.navigator, !isTooSmall, navigator.top?.isOpening != true else {
      return []
    }
    let hinted = Set(keyHints(of: navigator).map(\.key))
    let bindings = navigator.activeBindings
    return bindings.compactMap { $0.hint == nil ? nil : $0.keys.first }.filter { hinted.contains($0.label) }
      + keysOfEmptyView(navigator, among: bindings)
  }

  /// The keys that an empty view names.
  private func keysOfEmptyView(_ navigator: Navigator, among bindings: [KeyBinding]) -> [Key] {
    guard !isMenuOpen, !isTyping, let host = navigator.top as? any EmptyStateHost,
      case .empty(let viewModel) = host.content
    else { return [] }
    let commands = viewModel.actions.map(\.command)
    return bindings.compactMap { binding in binding.command.flatMap { commands.contains($0) ? binding.keys.first : nil }
    }
  }

  /// The number of times that a key was pressed on the current kind of screen.
  func tries(of key: Key) -> Int { coverage[name(of: key), default: 0] }

  var boundKeys: [Key] { program?.navigator?.activeBindings.flatMap(\.keys) ?? [] }

  /// The title of the top screen.
  var title: String { program?.navigator?.top?.title ?? "Opening" }

  var isMenuOpen: Bool { program?.navigator?.isMenuOpen == true }

  var isTyping: Bool { program?.navigator?.focusedField != nil }

  /// Whether the screen is a form, whose fields are left with Tab.
  var isForm: Bool {
    program?.navigator?.activeBindings.contains { $0.command == ListCommands.nextField } == true
  }

  /// Whether the composer has the focus.
  var isWriting: Bool { program?.navigator?.focusedEditor != nil }

  var isLive: Bool { world != nil }

  func perform(_ step: WalkStep) async throws(WalkFailure) {
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
      world?.server.apply(moment)
      if !moment.isFault { try await settle(program) }
    case .resize(let size):
      self.size = size
      await program.send(.resize(size))
      try await settle(program, isResized: true)
    case .paste(let text): try await paste(text, program)
    case .mouse(let report):
      if let mouse = MouseEvent(report: report) { try await perform(mouse, program) }
    case .focus(let isFocused): try await performUnused(.focus(isFocused), program)
    case .rounds(let count):
      await program.run(rounds: count)
      isSettled = false
    case .wait(let seconds): try await advanceClock(seconds, program)
    case .hurriedKey(let key):
      coverage[name(of: key), default: 0] += 1
      await program.press(key)
      isSettled = false
      try await endIfQuit(program)
    case .key(let key): try await press(key, program)
    }
    // A key that waited for a screen may have quit.
    if self.program === program { try await endIfQuit(program) }
  }

  /// Ends the program and checks that nothing leaks.
  func end() async throws(WalkFailure) {
    guard let program else { return }
    self.program = nil
    isSettled = false
    let written = program.isDemo ? nil : program.navigator?.focusedEditor?.text
    await program.end()
    let hasSettled = await program.settle()
    // Requests to the server are given up after a while.
    let runner = program.runner
    let count = runner.runningCount - (program.world == nil ? 0 : runner.unownedCount)
    guard hasSettled, count == 0 else {
      throw WalkFailure(rule: .nothingLeaks, details: "\(count) tasks still run after the end")
    }
    try checkScreens(program)
    try checkStoredState()
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
        if let world { prepareWorld(world) }
      }
      if world != nil {
        // Sleeping tasks of the ended program must not wake up.
        pastClocks.append(clock)
        clock = VirtualClock(now: clock.now)
        faults.setClock(clock)
      }
      program = try WalkProgram(
        start, session: stored.session, settingsPath: hasSettings ? stored.settingsPath : nil, demo: demo,
        faults: faults, world: world,
        clock: clock)
    } catch {
      throw WalkFailure(rule: .hasHeading, details: "the program does not start: \(error)")
    }
    self.program = program
    await program.start()
    prepare(program)
    displayRequestsDrawn = -1
    try await settle(program)
  }

  /// Runs all pending work, draws, and checks the rules.
  private func settle(_ program: WalkProgram, isResized: Bool = false) async throws(WalkFailure) {
    var isResized = isResized
    var waitingCount = 0
    repeat {
      guard await program.settle() else {
        throw WalkFailure(
          rule: .settles, details: "\(program.runner.runningCount) tasks, \(clock.sleeperCount) of them asleep")
      }
      // Keys that waited for a screen are handled before it is drawn, and may start more work.
      waitingCount = program.navigator?.waitingInput.count ?? 0
      try draw(program, isResized: isResized)
      isResized = false
    } while program.navigator?.waitingInput.count ?? 0 != waitingCount
    isSettled = true
    try check(program)
    if let world { try require(.losesNothing, await world.problem()) }
  }

  private func draw(_ program: WalkProgram, isResized: Bool) throws(WalkFailure) {
    guard let navigator = program.navigator else { return }
    let before = canvas
    let requests = program.external.displayRequests
    canvas = navigator.draw(size: size)
    if !isResized, program.external.displayRequests == displayRequestsDrawn, canvas != before {
      let changed = zip(before.text.split(separator: "\n"), canvas.text.split(separator: "\n")).first { $0 != $1 }
      let line = changed.map { ": “\($0.1)”, formerly “\($0.0)”" } ?? ""
      throw WalkFailure(rule: .isDrawn, details: "the screen has changed without a display request\(line)")
    }
    // Keys that waited are handled while drawing, and request another draw.
    displayRequestsDrawn = requests
    trace.combine(canvas)
  }

  private func advanceClock(_ seconds: Double, _ program: WalkProgram) async throws(WalkFailure) {
    try await settle(program)
    let end = clock.now.addingTimeInterval(seconds)
    while let deadline = clock.nextDeadline, deadline <= end {
      clock.advance(to: deadline)
      try await settle(program)
    }
    clock.advance(to: end)
    try await settle(program)
  }

  /// Pasted text must go into the focused field, or nowhere.
  private func paste(_ text: String, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    coverage["\(title), paste \(isTyping ? "into a field" : "elsewhere")", default: 0] += 1
    let seen = Observation(program, size: size)
    let isWriting = isWriting
    let before = program.navigator?.focusedField?.text
    await program.send(.paste(text))
    let now = Observation(program, size: size)
    let after = program.navigator?.focusedField?.text
    let isInserted = after.map { $0.unicodeScalars.isInsertion(into: before ?? "") } ?? true
    let hasRun = now.screen != seen.screen || now.externalEffects != seen.externalEffects || !isInserted
    if hasRun || before == nil && !isWriting && now.keys != seen.keys {
      throw WalkFailure(rule: .pasteIsText, details: "“\(text.debugDescription)” had an effect")
    }
    try await settle(program)
  }

  /// Performs a mouse event. Without an action for it, nothing may happen.
  private func perform(_ mouse: MouseEvent, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    guard program.navigator?.hasAction(for: mouse) == true else {
      return try await performUnused(.mouse(mouse), program)
    }
    coverage["\(title), \(mouse.action)", default: 0] += 1
    await program.send(.mouse(mouse))
    if try await endIfQuit(program) { return }
    try await settle(program)
  }

  /// A key that waits opens the help of another screen.
  private func forgetHelpIfWaiting(_ program: WalkProgram) {
    if program.navigator?.waitingInput.isEmpty == false { helpedTitles = nil }
  }

  /// Sends an event that must have no effect.
  private func performUnused(_ event: Event, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    coverage["\(title), \(event)", default: 0] += 1
    let seen = Observation(program, size: size)
    await program.send(event)
    if Observation(program, size: size) != seen {
      throw WalkFailure(rule: .pasteIsText, details: "\(event) had an effect")
    }
    try await settle(program)
  }

  private func press(_ key: Key, _ program: WalkProgram) async throws(WalkFailure) {
    if !isSettled { try await settle(program) }
    coverage[name(of: key), default: 0] += 1
    helpedTitles = titlesIfHelp(key, program)
    defer { helpedTitles = nil }
    guard hintedKeys.contains(key) else {
      await program.press(key)
      forgetHelpIfWaiting(program)
      if try await endIfQuit(program) { return }
      return try await settle(program)
    }
    // Does not keep the binding, which retains the screen.
    let binding = program.navigator?.activeBindings.binding(for: key).map {
      (hint: $0.hint ?? "", sendsRequest: $0.sendsRequest)
    }
    let seen = Observation(program, size: size)
    // A notice of the last key disappears with any key, which is not an effect of this one; showing the same notice
    // again is not an effect either.
    program.navigator?.willHandleKey()
    let cleared = Observation(program, size: size)
    let running = program.runner.runningCount
    let requestCount = faults.requestCount
    await program.press(key)
    forgetHelpIfWaiting(program)
    if try await endIfQuit(program) { return }
    try await settle(program)
    // The key waits for a screen that opens.
    if program.navigator?.waitingInput.isEmpty == false { return }
    if program.runner.runningCount > running { return }
    // A request may have the same result, even immediately. While rate limited, it is not even sent; the demo counts no
    // requests for lists and filters, which may fail again.
    if binding?.sendsRequest == true, world != nil || faults.requestCount > requestCount || isShowingFailure(program) {
      return
    }
    // Repeating a message is an effect if it is about an invalid date or address, an empty post, an incomplete form, or
    // a refusal.
    if ["go", "open"].contains(binding?.hint), isTyping { return }
    if ["save", "accept", "dismiss"].contains(binding?.hint) { return }
    if binding?.hint == "send", program.navigator?.focusedEditor != nil { return }
    let now = Observation(program, size: size)
    if now == seen || now == cleared {
      throw WalkFailure(
        rule: .keysHaveEffect, details: "“\(key.label) \(binding?.hint ?? "")” had no effect")
    }
  }

  private func isShowingFailure(_ program: WalkProgram) -> Bool {
    guard let host = program.navigator?.top as? any EmptyStateHost, case .empty(let viewModel) = host.content else {
      return false
    }
    return viewModel.isFailure
  }

  /// The titles of all commands, if the key opens the help.
  private func titlesIfHelp(_ key: Key, _ program: WalkProgram) -> [String]? {
    guard isSettled, !isTooSmall, program.navigator?.activeBindings.binding(for: key)?.title == "help" else {
      return nil
    }
    // Remove a notice first, because opening the help removes it.
    program.navigator?.willHandleKey()
    return program.navigator.map { titles(of: $0.activeBindings) }
  }

  /// A key that starts several sequences is not listed itself; the sequences are.
  private func titles(of bindings: [KeyBinding]) -> [String] {
    bindings.filter(\.isListed).flatMap { binding -> [String] in
      if binding.group == nil, case .menu(let choices) = binding.effect { return titles(of: choices()) }
      return [binding.title]
    }
  }

  /// - Returns: whether the program has quit.
  @discardableResult
  private func endIfQuit(_ program: WalkProgram) async throws(WalkFailure) -> Bool {
    guard program.external.quits > 0 else { return false }
    guard program.external.quits == 1 else {
      throw WalkFailure(rule: .quitsOnce, details: "it quit \(program.external.quits) times")
    }
    try await end()
    return true
  }
}

extension KeyBinding {
  /// Whether it sends a request to a source: reload, unread posts, sign-in, server search or saving a form.
  fileprivate var sendsRequest: Bool {
    keys.contains(.character("R")) || ["continue", "sign in", "unread", "all accounts", "save"].contains(hint)
      || hint?.hasPrefix("search ") == true
  }
}

extension String.UnicodeScalarView {
  /// Whether this is `other` with something inserted at one place.
  fileprivate func isInsertion(into other: String) -> Bool {
    let other = other.unicodeScalars
    let start = zip(self, other).prefix { $0 == $1 }.count
    let end = zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
    return count >= other.count && start + end >= other.count
  }
}
