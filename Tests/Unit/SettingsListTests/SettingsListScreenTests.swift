import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import Synchronization
import TerminalKit
import TestSupport
import Testing

@testable import SettingsList

/// The screen as the user sees it: keys in, lines out.
@MainActor @Suite final class SettingsListScreenTests: ScreenDriver {
  private final class MemorySettings: SettingsRepository {
    private let state: Mutex<[ListedSetting]>
    /// Why no change is stored; nil if changes are.
    let failure = Mutex<String?>(nil)

    init(_ settings: [ListedSetting]) { state = Mutex(settings) }

    func settings() async -> [ListedSetting] { state.withLock(\.self) }

    func change(_ name: String, to value: String) async throws(SettingsChangeError) {
      if let reason = failure.withLock(\.self) { throw SettingsChangeError(reason) }
      state.withLock { settings in
        for index in settings.indices where settings[index].name == name { settings[index].value = value }
      }
    }

    func setKey(_ key: String, to command: String) async throws(SettingsChangeError) {}
    func resetKeys(of command: String) async throws(SettingsChangeError) {}
  }

  private static let settings = [
    ListedSetting(
      name: "theme", explanation: "Dark or light.", value: "auto", defaultValue: "auto", allowedValues: "",
      choices: ["auto", "dark", "light"]),
    ListedSetting(
      name: "undo-send", explanation: "Seconds.", value: "5", defaultValue: "5", allowedValues: "0 to 60", choices: []),
    ListedSetting(
      name: "notify-command", explanation: "A command.", value: "", defaultValue: "", allowedValues: "a command",
      choices: []),
  ]

  private let repository = MemorySettings(settings)
  private var opened: [String] = []

  override init() {
    super.init()
    navigator.setRoot(
      SettingsListAssembly.make(
        repository, commands: [],
        links: [SettingsLink("filters", "They hide posts.", [Command("filters", "filters", keys: ["g f"])])],
        services: services, path: "~/config.toml",
        router: SettingsListRouter(didChange: {}, open: { [weak self] in self?.opened.append($0.name) })))
  }

  @Test func `What is set elsewhere is found with its key, and opened`() async {
    await settle()
    await press("/ h i d e")
    #expect(lines()[2].contains("▌ filters") && lines()[2].contains("gf"))
    #expect(text().contains("They hide posts."))
    await press("Enter")
    #expect(opened == ["filters"])
  }

  private func value(_ name: String) async -> String? { await repository.settings().first { $0.name == name }?.value }

  @Test func `Lists each setting in a row, and explains the selected one below`() async {
    await settle()
    #expect(lines()[0].hasPrefix(" Settings") && lines()[0].hasSuffix("~/config.toml"))
    #expect(lines()[2].contains("▌ theme") && lines()[2].hasSuffix("auto ›") && lines()[3].contains("undo-send"))
    #expect(text().contains("Dark or light.") && !text().contains("Seconds."))
    await press("j")
    #expect(text().contains("Seconds.") && !text().contains("Dark or light."))
    await press("k")
    #expect(lines().contains { $0.contains("notify-command") && $0.contains("not set") })
    #expect(lines().last?.contains("1 of 5") == true)
  }

  @Test func `Opens with a setting selected`() async {
    navigator.setRoot(
      SettingsListAssembly.make(
        repository, selecting: "undo-send", commands: [], services: services, path: "~/config.toml",
        router: SettingsListRouter(didChange: {})))
    await settle()
    #expect(lines().contains { $0.contains("▌ undo-send") })
    // The selection stays where the user moves it.
    await press(.up, .up, .right)
    #expect(lines().contains { $0.contains("▌ theme") && $0.contains("dark") })
  }

  @Test func `Keys step through the values and restore the default`() async {
    await press("Enter")
    #expect(lines().contains { $0.hasPrefix(" ▌ 1  auto") && $0.contains("current") })
    await press("Down Enter")
    #expect(await value("theme") == "dark")
    await press(.right, .right)
    #expect(await value("theme") == "auto")
    await press(.left)
    #expect(await value("theme") == "light")
    #expect(lines().contains { $0.contains("▌ theme") && $0.hasSuffix("changed") })
    #expect(text().contains("Default: auto."))
    await press(.character("x"))
    #expect(await value("theme") == "auto")
    await press(.character("j"), .left)
    #expect(await value("undo-send") == "4")
  }

  @Test func `Other values are typed`() async {
    await press(.character("j"), .enter)
    #expect(lines().last?.hasPrefix(" undo-send 5") == true)
    await press(.backspace, .character("9"), .enter)
    #expect(await value("undo-send") == "9")
    await press(.enter, .character("1"), .escape)
    #expect(await value("undo-send") == "9")
    #expect(lines().last?.contains("2 of 5") == true)
  }

  @Test func `The typed value belongs to the setting whose field was opened`() async {
    await press(.character("j"), .enter)
    navigator.handle(.mouse(MouseEvent(.scroll(.down, notches: 1), at: Point(row: 5, column: 5))))
    await press(.backspace, .character("8"), .enter)
    #expect(await value("undo-send") == "8")
    #expect(await value("notify-command") == "")
  }

  @Test func `A value that cannot be stored stays in the field`() async {
    repository.failure.withLock { $0 = "must be a number" }
    await press(.character("j"), .enter, .character("x"), .enter)
    #expect(lines().last?.hasPrefix(" undo-send 5x") == true)
    #expect(lines().contains { $0.contains("Not changed: must be a number.") })
    await press(.escape)
    #expect(lines().contains { $0.contains("undo-send") && $0.hasSuffix(" 5") })
  }

  @Test(arguments: [("und", "undo-send"), ("colours", "theme"), ("seconds", "undo-send"), ("shortcuts", "keys")])
  func `Settings are found by name, other words and description`(typed: String, found: String) async {
    await press("/")
    await type(typed)
    #expect(lines()[2].contains("▌ \(found)") && lines()[3].allSatisfy(\.isWhitespace))
    await press("Escape")
    #expect(lines().contains { $0.contains("▌ \(found)") } && lines().contains { $0.contains("notify-command") })
  }

  @Test func `A found setting is changed without closing the field first`() async {
    await press("/")
    await type("dark\n3")
    #expect(await value("theme") == "light")
    await press("Escape")
    #expect(lines().last?.contains("1 of 5") == true)
    await press("/ z z")
    #expect(text().contains("No setting matches “zz”"))
  }

  @Test func `A value that cannot be stored is reported`() async {
    repository.failure.withLock { $0 = "config.toml: 3:1: expected a value" }
    await press(.right)
    #expect(await value("theme") == "auto")
    #expect(lines().contains { $0.contains("Not changed: config.toml: 3:1: expected a value.") })
  }
}
