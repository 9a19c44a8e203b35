import Domain
import TerminalKit
import TestSupport
import Testing

@testable import Login

@MainActor @Suite struct LoginSettingsTests {
  @Test func `Changed settings update the keys and reload the accounts`() async {
    let harness = LoginHarness(accounts: [.success(.fixtures), .success([[ListedAccount].fixtures[0]])])
    await harness.open()
    harness.dependencies.keymap.value = Keymap(custom: [LoginCommands.account[1].id: ["x"]])
    harness.presenter.settingsDidChange()
    #expect(harness.view.accounts?.rows.map(\.key) == ["1", "x", "3"])
    await harness.settle()
    #expect(harness.view.accounts?.rows.count == 1)
  }
}
