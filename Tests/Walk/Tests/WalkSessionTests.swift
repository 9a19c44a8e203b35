import TerminalKit
import TestSupport
import Testing

@testable import tern

/// Violations of each rule are found.
@MainActor @Suite struct WalkSessionTests {
  private func started() async throws -> (session: WalkSession, program: WalkProgram) {
    let session = try WalkSession()
    try await session.perform(.start(.demo))
    return (session, try #require(session.program))
  }

  private func failure(_ session: WalkSession, _ step: WalkStep) async -> WalkFailure? {
    do throws(WalkFailure) {
      try await session.perform(step)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A key hint without effect is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.globalCommands.append(AvailableCommand(.character("x"), title: "nothing", hint: "nothing") {})
    try await session.perform(.resize(Size(width: 100, height: 24)))
    #expect(session.hintedKeys.contains(.character("x")))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysHaveEffect)
  }

  @Test(arguments: ["%1", "~j"]) func `A key hint without effect is found during other work`(before: String)
    async throws
  {
    let (session, program) = try await started()
    program.navigator?.globalCommands.append(AvailableCommand(.character("x"), title: "nothing", hint: "nothing") {})
    try await session.perform(.resize(Size(width: 100, height: 24)))
    try await session.perform(try #require(WalkStep(before)))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysHaveEffect)
  }

  @Test func `A key whose task changes nothing is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.globalCommands.append(
      AvailableCommand(.character("x"), title: "work", hint: "work") { [runner = program.runner] in runner.start {} })
    try await session.perform(.resize(Size(width: 100, height: 24)))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysHaveEffect)
  }

  @Test func `A key that repeats a notice is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.push(NoticeScreen())
    try await session.perform(.key(.character("x")))
    #expect(await failure(session, .key(.character("x")))?.rule == .keysHaveEffect)
  }

  @Test func `A task that outlives the program is found`() async throws {
    let (session, program) = try await started()
    program.runner.start { [clock = program.clock] in try? await clock.sleep(seconds: 5) }
    #expect(await failure(session, .start(.last))?.rule == .nothingLeaks)
  }

  @Test func `Work that never settles is found`() async throws {
    let (session, program) = try await started()
    let work = program.runner.start { while !Task.isCancelled { await Task.yield() } }
    #expect(await failure(session, .key(.character("j")))?.rule == .settles)
    work.cancel()
  }

  @Test func `A leaked screen is found`() async throws {
    let (session, program) = try await started()
    try await session.perform(.key(.function(1)))
    let leaked = try #require(program.navigator?.top)
    #expect(await failure(session, .key(.escape))?.rule == .nothingLeaks)
    withExtendedLifetime(leaked) {}
  }

  @Test func `A task that outlives its screen is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.push(CarelessScreen(program))
    #expect(await failure(session, .key(.down)) == nil)
    #expect(await failure(session, .key(.escape))?.rule == .nothingLeaks)
  }

  @Test func `A change without a display request is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.needsDisplay = nil
    #expect(await failure(session, .key(.character("j")))?.rule == .isDrawn)
  }

  @Test func `Quitting twice is found`() async throws {
    let (session, program) = try await started()
    program.external.quits = 1
    #expect(await failure(session, .key(.control("c")))?.rule == .quitsOnce)
  }

  @Test func `A blank screen is found`() async throws {
    let (session, program) = try await started()
    program.navigator?.push(BlankScreen())
    #expect(await failure(session, .key(.down))?.rule == .hasHeading)
  }

  /// Shows a notice until the next key.
  @MainActor private final class NoticeScreen: ViewController {
    let title = "Notice"
    var needsDisplay: (@MainActor () -> Void)?
    private var notice = ""

    var availableCommands: [AvailableCommand] {
      [
        AvailableCommand(.character("x"), title: "show it", hint: "show") { [weak self] in self?.notice = "A notice."
        }
      ]
    }

    func willHandleKey() { notice = "" }

    func draw(on canvas: inout Canvas, in area: Rect) {
      canvas.draw(title, row: 0, column: 0)
      canvas.draw(notice, row: 1, column: 0)
    }
  }

  /// Starts a task and does not cancel it.
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
