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

  private func open() async {
    let form = FormSubject(
      title: "New list", owner: nil, fields: [FormField("name", "", explanation: "The title of its tab.")],
      saveTitle: "create the list", problem: { ($0["name"] ?? "").isEmpty ? "A list needs a name" : nil }
    ) { [server, clock] values throws(FormError) in
      if server.latency > 0 { try? await clock.sleep(seconds: server.latency) }
      if let failure = server.failure { throw FormError(failure) }
      server.saved.append(values)
      return "Saved."
    }
    await show(
      SettingsListAssembly.makeForm(
        form, services: services, didSave: { [navigator] in navigator.announce($0, isFailure: false) }, close: {}))
  }

  @Test func `What is incomplete is not sent`() async {
    await open()
    await press(.control("s"))
    #expect(text().contains("Not saved: A list needs a name.") && server.saved.isEmpty)
  }

  @Test(arguments: [
    (TimelineError.refused(host: "near.example", message: "Too many lists"), "near.example says “Too many lists”."),
    (.offline(host: "near.example"), "can’t reach near.example."),
  ])
  func `A form that is refused or offline keeps what was typed and says why`(error: TimelineError, reason: String) async
  {
    await open()
    await type("\nFriends\n")
    server.failure = error
    await press(.control("s"))
    #expect(text().contains("Not saved: \(reason)") && text().contains("Friends"))
    server.failure = nil
    await press(.control("s"))
    #expect(server.saved == [["name": "Friends"]])
  }

  @Test func `After a lost response the form says that it may have been saved`() async {
    await open()
    await type("\nFriends\n")
    server.failure = .timedOut(host: "near.example", seconds: 30)
    await press(.control("s"))
    #expect(text().contains("Not confirmed:") && text().contains("Save again to be sure."))
    #expect(text().contains("Friends"))
  }

  @Test func `While it is being saved, it is not saved again`() async {
    await open()
    await type("\nFriends\n")
    server.latency = 5
    await press(.control("s"))
    #expect(text().contains("saving…"))
    await press(.control("s"))
    await advance(5)
    #expect(server.saved.count == 1)
  }
}
