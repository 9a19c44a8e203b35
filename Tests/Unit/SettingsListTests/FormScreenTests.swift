import Domain
import Foundation
import Runtime
import ScreenSupport
import ScreenTestSupport
import TerminalKit
import TestSupport
import Testing

@testable import SettingsList

/// Forms that are saved at a server: keys in, lines out.
@MainActor @Suite final class FormScreenTests: ScreenDriver {
  /// Saves the values unless it fails.
  @MainActor private final class Server {
    var failure: TimelineError?
    var saved: [FormSubject.Values] = []
    /// In seconds.
    var latency = 0.0
  }

  private let server = Server()

  private var isClosed = false

  private func open() async {
    let form = FormSubject(
      title: "New list", owner: nil,
      fields: [
        FormField("name", "", explanation: "The title of its tab.", example: "Friends"),
        FormField("replies", "none", explanation: "Which ones.", choices: ["none", "members", "followed", "mine"]),
        FormField(
          "where", "everywhere", explanation: "Its places.", choices: ["home", "public"], allChoices: "everywhere"),
        FormField("until", "", explanation: "Its end.", example: "7d", emptyMeaning: "never"),
      ],
      saveTitle: "create the list",
      problems: { values in
        let name = (values["name"] ?? "").isEmpty ? [FormProblem("name", "A list needs a name")] : []
        return name + (values["until"]?.contains("x") == true ? [FormProblem("until", "No such date")] : [])
      }
    ) { [server, clock] values throws(FormError) in
      if server.latency > 0 { try? await clock.sleep(seconds: server.latency) }
      if let failure = server.failure { throw FormError(failure) }
      server.saved.append(values)
      return "Saved."
    }
    await show(
      SettingsListAssembly.makeForm(
        form, services: services, didSave: { [navigator] in navigator.announce($0, severity: .notice) },
        close: { [weak self] in self?.isClosed = true }))
  }

  private func row(_ name: String) -> String { lines().first { $0.dropFirst(3).hasPrefix(name) } ?? "" }

  @Test func `The selected field takes typing at once, and every letter is text`() async {
    await open()
    await type("jq:/?x")
    #expect(row("name").hasSuffix("jq:/?x"))
    await press("BSpace Tab")
    #expect(row("name").hasSuffix("jq:/?") && row("replies").hasPrefix(" ▌"))
    await press("BTab")
    await type("!")
    #expect(row("name").hasSuffix("jq:/?!"))
    let cursor = navigator.draw(size: size).cursor
    #expect(cursor == Point(row: 2, column: 3 + 21 + 6))
  }

  @Test func `A new form shows examples and no error, and its foot explains the selected field`() async {
    await open()
    #expect(row("name").hasSuffix("for example Friends") && row("until").hasSuffix("never; for example 7d"))
    #expect(!text().contains("needs a name") && text().contains("The title of its tab."))
    await press("Tab")
    #expect(!text().contains("needs a name") && text().contains("Which ones."))
    #expect(row("replies").hasSuffix("none ›"))
  }

  @Test func `A wrong value is named when its field is left`() async {
    await open()
    await press("BTab BTab")
    await type("x")
    #expect(!text().contains("No such date"))
    await press("Tab")
    #expect(text().contains("No such date."))
  }

  @Test func `A value is chosen from a menu, by its first letter, by arrows and by the space`() async {
    await open()
    await press("Tab Enter")
    #expect(lines().contains { $0.hasPrefix(" ▌ 1  none") && $0.contains("current") })
    await press("3")
    #expect(row("replies").hasSuffix("followed ›"))
    await type("m")
    #expect(row("replies").hasSuffix("mine ›"))
    await type("m")
    #expect(row("replies").hasSuffix("members ›"))
    await press("Right Right Space Left Left")
    #expect(row("replies").hasSuffix("followed ›"))
  }

  @Test func `Several values are switched in a menu that stays open`() async {
    await open()
    await press("Tab Tab Enter Down Enter")
    #expect(row("where").hasSuffix("home ›"))
    #expect(lines().contains { $0.hasPrefix(" ▌ 2  public") && $0.contains("off") })
    await press("2 Escape")
    #expect(row("where").hasSuffix("everywhere ›"))
  }

  @Test func `Escape asks only if something was changed`() async {
    await open()
    await type("a")
    await press("Escape")
    #expect(text().contains("yes, leave without saving") && !isClosed)
    await press("n BSpace Escape")
    #expect(isClosed)
  }

  @Test func `Enter leads through the fields to the button, which saves`() async {
    await open()
    await type("Friends\n")
    await press("Tab Tab Enter Enter")
    #expect(
      server.saved == [["name": "Friends", "replies": "none", "where": "everywhere", "until": ""]])
  }

  @Test func `What is incomplete is not sent`() async {
    await open()
    await press("Tab C-s")
    #expect(text().contains("Not saved: A list needs a name.") && server.saved.isEmpty)
    #expect(row("name").hasPrefix(" ▌"))
  }

  @Test(arguments: [
    (TimelineError.refused(host: "near.example", message: "Too many lists"), "near.example says “Too many lists”."),
    (.offline(host: "near.example"), "can’t reach near.example."),
  ])
  func `A form that is refused or offline keeps what was typed and says why`(error: TimelineError, reason: String) async
  {
    await open()
    await type("Friends")
    server.failure = error
    await press(.control("s"))
    #expect(text().contains("Not saved: \(reason)") && text().contains("Friends"))
    server.failure = nil
    await press(.control("s"))
    #expect(server.saved.map { $0["name"] } == ["Friends"])
  }

  @Test func `After a lost response the form says that it may have been saved`() async {
    await open()
    await type("Friends")
    server.failure = .timedOut(host: "near.example", seconds: 30)
    await press(.control("s"))
    #expect(text().contains("Not confirmed:") && text().contains("Save again to be sure."))
    #expect(text().contains("Friends"))
  }

  @Test func `While it is being saved, it is not saved again`() async {
    await open()
    await type("Friends")
    server.latency = 5
    await press(.control("s"))
    #expect(text().contains("saving…"))
    await press(.control("s"))
    await advance(5)
    #expect(server.saved.count == 1)
  }
}
