import Foundation
import Runtime
import TerminalKit
import TestSupport
import Testing

@testable import tern

/// Keys that wait for a screen, and for how long.
@MainActor @Suite struct HoldingKeysTests {
  private let clock = VirtualClock(now: .noon)
  private let runner = TaskRunner()
  private let navigator = Navigator()
  private let recorder = Recorder()

  @MainActor private final class Recorder {
    var keys: [String] = []
  }

  init() {
    navigator.globalCommands = ["x", "y"].map { key in
      AvailableCommand(.character(key), title: String(key)) { [recorder] in recorder.keys.append(String(key)) }
    }
    navigator.setRoot(EmptyScreen())
  }

  private func type(_ key: Character) { navigator.handle(.key(.character(key))) }

  /// Starts work that takes some seconds.
  private func startWork(seconds: Double) {
    runner.start(
      navigator.holdingKeys(clock, runner) { [clock, recorder] in
        try? await clock.sleep(seconds: seconds)
        recorder.keys.append("opened")
      })
  }

  private func advance(to seconds: Double) async {
    await clock.settle(runner)
    clock.advance(to: .noon.addingTimeInterval(seconds))
    await clock.settle(runner)
    _ = navigator.draw(size: Size(width: 80, height: 24))
  }

  @Test func `Keys wait from the call on until the work has ended, and nothing is left running`() async {
    startWork(seconds: 1.5)
    type("x")
    await advance(to: 1)
    #expect(recorder.keys.isEmpty)
    await advance(to: 1.5)
    #expect(recorder.keys == ["opened", "x"])
    type("y")
    #expect(recorder.keys == ["opened", "x", "y"])
    #expect(runner.runningCount == 0)
  }

  @Test func `After two seconds keys no longer wait`() async {
    startWork(seconds: 60)
    type("x")
    await advance(to: 1.9)
    #expect(recorder.keys.isEmpty)
    await advance(to: 2)
    #expect(recorder.keys == ["x"])
    type("y")
    #expect(recorder.keys == ["x", "y"])
    await advance(to: 60)
    #expect(recorder.keys == ["x", "y", "opened"])
  }
}

@MainActor
private final class EmptyScreen: ViewController {
  let title = "Empty"
  let availableCommands: [AvailableCommand] = []
  var needsDisplay: (@MainActor () -> Void)?

  func draw(on canvas: inout Canvas, in area: Rect) {}
}
