import Domain
import Foundation
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct TimelineSettingsTests {
  @Test func `Changed settings update keys and times in all rows and keep the selection`() async {
    let harness = TimelineHarness(posts: 10)
    await harness.load()
    await harness.select(4)
    harness.presenter.services.keymap.value = Keymap(custom: [PostCommands.toggleWarning.id: ["W"]])
    harness.presenter.services.time.value = .dates
    harness.presenter.settingsDidChange()
    let rows = harness.view.rows
    #expect(rows.count == 10)
    #expect(rows.allSatisfy { $0.keys.reveal == "W to reveal" })
    #expect(rows.allSatisfy { $0.age.isEmpty || $0.age.contains(":") } && rows.contains { !$0.age.isEmpty })
    #expect(harness.view.timeline?.selection == 4)
  }

  @Test func `Ages are updated while nothing else happens`() async {
    let harness = TimelineHarness(posts: 3)
    await harness.load()
    let before = harness.view.rows.map(\.age)
    let ends = harness.view.rows.compactMap(\.nextAgeChange)
    #expect(ends.count == before.count)
    let end = Date(timeIntervalSince1970: (ends.min() ?? .zero) / .seconds(1))
    harness.clock.advance(to: end.addingTimeInterval(-1))
    harness.presenter.agesDidChange()
    // Seconds only count when the screen is drawn for another reason.
    #expect(harness.view.rows.dropFirst().map(\.age) == Array(before.dropFirst()))
    harness.clock.advance(to: end)
    harness.presenter.agesDidChange()
    #expect(harness.view.rows.map(\.age) != before)
    #expect(harness.view.rows.compactMap(\.nextAgeChange).allSatisfy { $0 / .seconds(1) > end.timeIntervalSince1970 })
  }
}
