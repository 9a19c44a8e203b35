import Domain
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
}
