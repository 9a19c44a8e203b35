import Domain
import PostCell
import TerminalKit
import TestSupport
import Testing

@testable import Timeline

@MainActor @Suite struct TimelineSettingsTests {
  @Test func `When the settings change, all rows name the keys and times of now, and the place stays`() async {
    let stage = TimelineHarness(posts: 10)
    await stage.load()
    await stage.select(4)
    stage.presenter.dependencies.keymap.value = Keymap(own: [PostCommands.toggleWarning.id: ["W"]])
    stage.presenter.dependencies.time.value = .dates
    stage.presenter.settingsDidChange()
    let rows = stage.view.rows
    #expect(rows.count == 10)
    #expect(rows.allSatisfy { $0.keys.reveal == "W to reveal" })
    #expect(rows.allSatisfy { $0.age.isEmpty || $0.age.contains(":") } && rows.contains { !$0.age.isEmpty })
    #expect(stage.view.timeline?.selection == 4)
  }
}
