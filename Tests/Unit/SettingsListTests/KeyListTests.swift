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

/// The list of keys as the user sees it.
@MainActor @Suite final class KeyListTests: ScreenDriver {
  private final class KeySettings: SettingsRepository {
    let assigned = Mutex<[String: [KeySequence]]>([:])
    let failure = Mutex<String?>(nil)

    func settings() async -> [ListedSetting] { [] }
    func change(_ name: String, to value: String) async throws(SettingsChangeError) {}

    func setKey(_ key: String, to command: String) async throws(SettingsChangeError) {
      if let reason = failure.withLock(\.self) { throw SettingsChangeError(reason) }
      guard let sequence = KeySequence(key) else { throw SettingsChangeError("no key") }
      assigned.withLock { assigned in
        for owner in assigned.keys { assigned[owner]?.removeAll { $0 == sequence } }
        assigned[command, default: []].append(sequence)
      }
    }

    func resetKeys(of command: String) async throws(SettingsChangeError) {
      assigned.withLock { $0[command] = nil }
    }

    var keymap: Keymap { Keymap(added: assigned.withLock(\.self)) }
  }

  private static let commands = [
    Command("open-post", "open the post", keys: ["Enter"], in: .open),
    Command("like", "like", synonyms: ["favourite"], keys: ["f"], in: .write),
    Command("switch-account", "switch account", keys: ["g s"], in: .accounts),
  ]

  private let repository = KeySettings()

  override init() {
    super.init()
    navigator.setRoot(
      SettingsListAssembly.makeKeys(
        repository,
        places: [
          CommandPlace("lists", [Self.commands[0]]), CommandPlace("posts", [Self.commands[1]]),
          CommandPlace("every screen", [Self.commands[2]]),
        ], services: services, path: "~/config.toml",
        router: SettingsListRouter { [navigator, repository] in navigator.setKeymap(repository.keymap) }))
  }

  @Test func `While a key is being given, only Esc and Control-C are offered for anything else`() async {
    navigator.globalCommands = [ProgramCommands.quit, ProgramCommands.quitAtOnce, ProgramCommands.help].map {
      AvailableCommand($0, hint: $0.title) {}
    }
    #expect(navigator.activeBindings.contains { $0.title == "quit" })
    await press("Enter")
    #expect(navigator.activeBindings.map(\.title) == ["keep the keys", "quit immediately"])
    await press("Escape")
    #expect(navigator.activeBindings.contains { $0.title == "quit" })
  }

  private func keys(_ command: String) -> [String] {
    repository.assigned.withLock { $0[command, default: []].map(\.names) }
  }

  @Test func `Lists the commands with their keys by the places where they work`() async {
    let text = lines()
    #expect(text.contains { $0.contains("── Lists ──") } && text.contains { $0.contains("── Every screen ──") })
    #expect(text.contains { $0.contains("Works in: lists.") })
    await press("j")
    #expect(lines().contains { $0.contains("Works in: posts. Also called: favourite.") })
    await press("k")
    #expect(text.contains { $0.contains("open the post") && $0.contains("Enter") })
    #expect(text.contains { $0.contains("switch account") && $0.hasSuffix("gs") })
    #expect(text.last?.contains("1 of 3") == true)
  }

  @Test func `A pressed key is assigned at once, shown first, and can be removed again`() async {
    await press("j Enter")
    #expect(lines().last?.contains("New key for “like”: …") == true)
    await press("L")
    #expect(keys("like") == ["L"])
    #expect(lines().contains { $0.contains("like") && $0.contains("L  f") && $0.hasSuffix("changed") })
    #expect(lines().contains { $0.contains("L: like") })
    await press("x")
    #expect(keys("like").isEmpty)
    #expect(!lines().contains { $0.contains("changed") })
  }

  @Test func `The keys of a menu begin a sequence`() async {
    await press("j Enter g")
    #expect(lines().last?.contains("New key for “like”: g …") == true)
    await press("l")
    #expect(keys("like") == ["g l"])
  }

  @Test func `The last change is undone`() async {
    await press("j Enter L k Enter L Enter")
    #expect(keys("open-post") == ["L"] && keys("like").isEmpty)
    await press("U")
    #expect(keys("open-post").isEmpty && keys("like") == ["L"])
    #expect(lines().contains { $0.contains("Undone: L: open the post") })
    #expect(!navigator.activeBindings.contains { $0.title.hasPrefix("undo") })
    await press("j x")
    #expect(keys("like").isEmpty)
    await press("U")
    #expect(keys("like") == ["L"])
  }

  @Test func `Keys that open the help, the palette or another screen are captured, too`() async {
    for key in ["F1", "F2", "Tab", "C-z"] {
      await press("j Enter")
      await press(KeySequence(key)!)
      await press("k")
    }
    #expect(keys("like") == ["F1", "F2", "Tab", "^Z"])
  }

  @Test func `A key with another meaning is assigned after confirmation`() async {
    await press("Enter f")
    #expect(
      text().replacing("\n", with: "").contains("f is taken away from “like” (posts) wherever “open the post” works."))
    await press("Escape")
    #expect(keys("open-post").isEmpty)
    await press("Enter f Enter")
    #expect(keys("open-post") == ["f"])
  }

  @Test func `Escape keeps the keys, and a known key is not assigned again`() async {
    await press("Enter Escape")
    #expect(lines().last?.contains("1 of 3") == true)
    await press("Enter Enter")
    #expect(lines().contains { $0.contains("Enter is already a key of “open the post”.") })
    #expect(keys("open-post").isEmpty)
  }

  @Test func `A refused key is shown with the reason`() async {
    repository.failure.withLock { $0 = "the file is read-only" }
    await press("j Enter L")
    #expect(lines().contains { $0.contains("Not changed: the file is read-only.") })
  }

  @Test func `Commands are found by name, other words and key`() async {
    await press("/ f a v")
    #expect(lines().contains { $0.contains("like") } && !lines().contains { $0.contains("open the post") })
    #expect(lines().contains { $0.contains("like  posts") })
    await press("Enter L")
    #expect(keys("like") == ["L"] && lines().last?.contains("1 of 1") == true)
    await press("Escape")
    #expect(lines().contains { $0.contains("▌ like") } && lines().last?.contains("2 of 3") == true)
    await press("/ z z z")
    #expect(lines().contains { $0.contains("No command matches “zzz”") })
    await press("Escape")
    #expect(lines().last?.contains("of 3") == true)
  }

  @Test(arguments: [(40, 12), (20, 5)]) func `Small screens show the name and the key`(width: Int, height: Int) {
    #expect(lines(width, height).contains { $0.contains("open") && $0.contains("Enter") })
  }
}
