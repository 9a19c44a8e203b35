import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct LoginSettingsTests {
  @Test func `When the settings change, the rows name the keys of now, and the accounts are asked for anew`() async {
    let harness = LoginHarness(accounts: [.success(.fixtures), .success([[ListedAccount].fixtures[0]])])
    await harness.open()
    harness.dependencies.keymap.value = Keymap(own: [LoginCommands.account[1].id: ["x"]])
    harness.presenter.settingsDidChange()
    #expect(harness.view.accounts?.rows.map(\.key) == ["1", "x", "3"])
    await harness.settle()
    #expect(harness.view.accounts?.rows.count == 1)
  }
}
