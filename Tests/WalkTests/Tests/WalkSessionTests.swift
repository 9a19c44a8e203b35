import TerminalKit
import TestSupport
import Testing

@testable import tern

/// A program that breaks a rule does not pass.
@MainActor @Suite struct WalkSessionTests {
  private func session() throws -> WalkSession {
    try WalkSession(demo: #require(DemoDirectory.find()), terminal: WalkTerminal())
  }

  private func started() async throws -> (session: WalkSession, program: WalkProgram) {
    let session = try session()
    try await session.take(.start(.demo))
    return (session, try #require(session.program))
  }

  private func failure(_ session: WalkSession, _ step: WalkStep) async -> WalkFailure? {
    do throws(WalkFailure) {
      try await session.take(step)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A key that is offered and does nothing is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.globalCommands.append(AvailableCommand(.character("x"), title: "nothing", hint: "nothing") {})
    try await session.take(.resize(Size(width: 100, height: 24)))
    #expect(session.offeredKeys.contains(.character("x")))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysDoSomething)
  }

  @Test(arguments: ["%1", "~j"]) func `It is found in the midst of other work, too`(before: String) async throws {
    let (session, program) = try await started()
    program.navigator?.globalCommands.append(AvailableCommand(.character("x"), title: "nothing", hint: "nothing") {})
    try await session.take(.resize(Size(width: 100, height: 24)))
    try await session.take(try #require(WalkStep(before)))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysDoSomething)
  }

  @Test func `A key whose work changes nothing is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.globalCommands.append(
      AvailableCommand(.character("x"), title: "work", hint: "work") { [runner = program.runner] in runner.start {} })
    try await session.take(.resize(Size(width: 100, height: 24)))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysDoSomething)
  }

  @Test func `A key that says the same again is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.push(SayingScreen())
    try await session.take(.key(.character("x")))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysDoSomething)
  }

  @Test func `Work that goes on after the end is found`() async throws {
    let (session, program) = try await started()
    program.runner.start { [clock = program.clock] in try? await clock.sleep(seconds: 5) }
    #expect(await failure(session, .start(.last))?.rule == .nothingOutlives)
  }

  @Test func `Work that never rests is found`() async throws {
    let (session, program) = try await started()
    let work = program.runner.start { while !Task.isCancelled { await Task.yield() } }
    #expect(await failure(session, .key(.character("j")))?.rule == .comesToRest)
    work.cancel()
  }

  @Test func `A screen that is kept for nobody is found`() async throws {
    let (session, program) = try await started()
    try await session.take(.key(.function(1)))
    let kept = try #require(program.navigator?.top)
    #expect(await failure(session, .key(.escape))?.rule == .nothingOutlives)
    withExtendedLifetime(kept) {}
  }

  @Test func `Work that goes on for a screen that has gone is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.push(CarelessScreen(program))
    #expect(await failure(session, .key(.down)) == nil)
    #expect(await failure(session, .key(.escape))?.rule == .nothingOutlives)
  }

  @Test func `A change that nobody is told of is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.needsDisplay = nil
    #expect(await failure(session, .key(.character("j")))?.rule == .isDrawn)
  }

  @Test func `Quitting twice is found`() async throws {
    let (session, program) = try await started()
    program.outside.quits = 1
    #expect(await failure(session, .key(.control("c")))?.rule == .quitsOnce)
  }

  @Test func `A blank screen is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.push(BlankScreen())
    #expect(await failure(session, .key(.down))?.rule == .saysWhatItIs)
  }

  /// Says something that goes with the next key.
  @MainActor private final class SayingScreen: ViewController {
    let title = "Saying"
    var needsDisplay: (@MainActor () -> Void)?
    private var notice = ""

    var availableCommands: [AvailableCommand] {
      [
        AvailableCommand(.character("x"), title: "say it", hint: "say") { [weak self] in self?.notice = "No more of it."
        }
      ]
    }

    func willHandleKey() { notice = "" }

    func draw(on canvas: inout Canvas, in area: Rect) {
      canvas.draw(title, row: 0, column: 0)
      canvas.draw(notice, row: 1, column: 0)
    }
  }

  /// Starts work and does not cancel it.
  @MainActor private final class CarelessScreen: ViewController {
    let title = "Careless"
    let availableCommands: [AvailableCommand] = []
    var needsDisplay: (@MainActor () -> Void)?

    init(_ program: WalkProgram) {
      program.runner.start(for: self) { [clock = program.clock] in try? await clock.sleep(seconds: 5) }
    }

    func draw(on canvas: inout Canvas, in area: Rect) {
      canvas.draw(title, row: area.row, column: area.column)
    }
  }

  @MainActor private final class BlankScreen: ViewController {
    let title = "Blank"
    let availableCommands: [AvailableCommand] = []
    var needsDisplay: (@MainActor () -> Void)?

    func draw(on canvas: inout Canvas, in area: Rect) {}
  }
}
