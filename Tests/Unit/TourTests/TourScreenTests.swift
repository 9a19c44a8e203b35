import EmptyState
import TerminalKit
import TestSupport
import Testing

@testable import Tour

@MainActor @Suite struct TourScreenTests {
  private static let count = TourStop.allCases.count + OutboxTourStop.allCases.count
  private let navigator = Navigator()

  private func open(finish: @escaping @MainActor () -> Void = {}) {
    navigator.setRoot(TourAssembly.make(now: .noon, keymap: Observed(.standard), finish: finish))
  }

  private func firstLine(_ width: Int = 80, _ height: Int = 24) -> String {
    String(screen(width, height).prefix { $0 != "\n" })
  }

  private func screen(_ width: Int = 80, _ height: Int = 24) -> String {
    navigator.draw(size: Size(width: width, height: height)).text
  }

  @Test func `Each stop shows its number, name, title and keys`() {
    open()
    let reasons = TourStop.allCases.map {
      EmptyStateViewModel($0.reason(now: .noon), offered: Set(EmptyStateAction.allCases))
    }
    for (index, viewModel) in (reasons + OutboxTourStop.allCases.map { $0.viewModel(now: .noon) }).enumerated() {
      #expect(firstLine() == " Tour \(index + 1) of \(Self.count) · \(viewModel.name)")
      #expect(screen().contains(viewModel.title))
      #expect(screen().contains("the keys shown are examples"))
      // Where q quits, Esc does not go back.
      for action in viewModel.actions where action != .back || !viewModel.actions.contains(.quit) {
        #expect(screen().contains("\(Keymap.standard.label(of: action.command) ?? "") \(action.label)"))
      }
      navigator.handle(.enter)
    }
  }

  @Test func `The empty views of screens come before the posts that were not published`() {
    let lists = EmptyStateViewModel(
      name: "no lists", title: "No lists yet", sentences: ["A list is a timeline."], actions: [.create, .back])
    navigator.setRoot(TourAssembly.make(now: .noon, keymap: Observed(.standard), screens: [lists], finish: {}))
    for _ in TourStop.allCases { navigator.handle(.enter) }
    #expect(firstLine() == " Tour \(TourStop.allCases.count + 1) of \(Self.count + 1) · no lists")
    #expect(screen().contains("No lists yet"))
    navigator.handle(.enter)
    #expect(firstLine().hasSuffix(OutboxTourStop.allCases[0].viewModel(now: .noon).name))
  }

  @Test(arguments: ["Enter", "Space", "j", "Right", "n", "Down"])
  func `Keys move to the next stop`(key: String) throws {
    open()
    navigator.handle(try #require(Key(tmuxName: key)))
    #expect(firstLine() == " Tour 2 of \(Self.count) · loading cancelled")
  }

  @Test(arguments: ["k", "Left", "Up"]) func `Keys move back to the first stop`(key: String) throws {
    open()
    navigator.handle(.enter)
    for _ in 0..<2 { navigator.handle(try #require(Key(tmuxName: key))) }
    #expect(firstLine() == " Tour 1 of \(Self.count) · loading")
  }

  @Test func `The tour ends after its last stop`() {
    var ended = 0
    open { ended += 1 }
    for _ in 1..<Self.count { navigator.handle(.character("j")) }
    #expect(ended == 0)
    #expect(firstLine() == " Tour \(Self.count) of \(Self.count) · draft not saved")
    navigator.handle(.character("j"))
    #expect(ended == 1)
  }

  @Test func `Each key of an example does something`() throws {
    let lists = EmptyStateViewModel(
      name: "no lists", title: "No lists yet", sentences: ["A list is a timeline."], actions: [.create, .back])
    let examples =
      TourStop.allCases.map {
        EmptyStateViewModel($0.reason(now: .noon), offered: Set(EmptyStateAction.allCases))
      } + [lists] + OutboxTourStop.allCases.map { $0.viewModel(now: .noon) }
    var pressed = 0
    for (index, viewModel) in examples.enumerated() {
      // Where q quits, Esc does not go back.
      for action in viewModel.actions where action != .back || !viewModel.actions.contains(.quit) {
        var ended = false
        navigator.setRoot(
          TourAssembly.make(now: .noon, keymap: Observed(.standard), screens: [lists], finish: { ended = true }))
        for _ in 0..<index { navigator.handle(.enter) }
        let before = screen()
        let sequence = try #require(Keymap.standard.keys(of: action.command).first)
        for key in sequence.keys { navigator.handle(key) }
        #expect(screen() != before || ended, "\(viewModel.name): \(sequence.label) \(action.label)")
        pressed += 1
      }
    }
    #expect(pressed > 100)
  }

  @Test func `Small screens show no keys`() {
    open()
    navigator.handle(.enter)
    #expect(screen(40, 10).contains("R try again"))
    #expect(screen(40, 10).contains("the keys shown are examples"))
    #expect(!screen(20, 5).contains("try again"))
  }
}
