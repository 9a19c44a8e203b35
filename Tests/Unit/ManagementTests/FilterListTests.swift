import Domain
import Foundation
import TerminalKit
import TestSupport
import Testing

@testable import Management

/// The filters of Tern and of the server.
@MainActor @Suite struct FilterListTests {
  private let harness = ManagementHarness([
    LocalFilter(id: "1", name: "Looms", query: "from:grace #loom", expiresAt: .noon.addingTimeInterval(60))
  ])

  private func open(hasServer: Bool = true) async {
    await harness.open(ManagementAssembly.makeFilters, hasServer: hasServer)
  }

  @Test func `Both kinds are listed, with where and how long they apply`() async {
    harness.server.change {
      $0.filters = [
        ServerFilter(id: "9", title: "Spoilers", keywords: [.init("finale")], contexts: [.home, .thread], hides: true)
      ]
    }
    await open()
    let text = harness.text()
    #expect(text.contains("In Tern") && text.contains("Looms  from:grace #loom") && text.contains("hides · until"))
    #expect(text.contains("At near.example") && text.contains("Spoilers  finale"))
    #expect(text.contains("hides · home, threads"))
  }

  @Test func `A server that does not respond leaves the filters of Tern`() async {
    harness.server.change { $0.failure = .offline(host: "near.example") }
    await open()
    #expect(harness.text().contains("Looms") && harness.text().contains("Not loaded"))
    await harness.type("jx")
    #expect(harness.filters.filters.count == 1)
    harness.server.change { $0.failure = nil }
    await harness.type("R")
    #expect(!harness.text().contains("Not loaded"))
  }

  @Test func `At a server without filters, they are made in Tern`() async {
    harness.server.change { $0.failure = .unsupported(host: "near.example") }
    await open()
    #expect(harness.text().contains("Cannot be changed here"))
    await harness.type("n")
    #expect(harness.forms.last?.title == "New filter")
  }

  @Test func `A filter of Tern is deleted after a confirmation`() async {
    await open(hasServer: false)
    await harness.type("xn")
    #expect(harness.filters.filters.count == 1)
    await harness.type("xy")
    #expect(harness.filters.filters.isEmpty)
    #expect(harness.text().contains("No filters yet"))
  }

  @Test func `A filter of the server is changed and deleted`() async {
    harness.server.change {
      $0.filters = [ServerFilter(id: "9", title: "Spoilers", keywords: [.init(id: "3", "finale")], contexts: [.home])]
    }
    await open()
    await harness.type("j\n")
    #expect(harness.forms.last?.title == "Filter “Spoilers”")
    #expect(
      await harness.save(["parts": "#drwho", "action": "hide", "until": "2h", "where": "home, profiles"])
        == "Saved the filter “Spoilers”.")
    #expect(
      harness.server.now.filters == [
        ServerFilter(
          id: "9", title: "Spoilers", keywords: [.init(id: "3", "finale"), .init("#drwho", isWholeWord: false)],
          contexts: [.home, .account], expiresAt: harness.server.now.filters[0].expiresAt, hides: true)
      ])
    let seconds = harness.server.now.filters[0].expiresAt?.timeIntervalSince(.noon) ?? 0
    #expect((7_200...7_320).contains(seconds))
    await harness.type("xy")
    #expect(harness.server.now.filters.isEmpty)
  }

  @Test func `A deletion that fails says why and keeps the filter`() async {
    harness.server.change { $0.filters = [ServerFilter(id: "9", title: "Spoilers", contexts: [.home])] }
    await open()
    harness.server.change { $0.failure = .refused(host: "near.example", message: "Not today") }
    await harness.type("jxy")
    #expect(harness.text().contains("Nothing changed:") && harness.text().contains("Not today"))
    #expect(harness.server.now.filters.count == 1)
  }

  @Test func `A deletion whose answer is lost is seen in the list`() async {
    harness.server.change { $0.filters = [ServerFilter(id: "9", title: "Spoilers", contexts: [.home])] }
    await open()
    harness.server.change { ($0.failure, $0.losesAnswers) = (.timedOut(host: "near.example", seconds: 30), true) }
    await harness.type("jxy")
    #expect(!harness.text().contains("Spoilers") && harness.text().contains("Not confirmed:"))
  }

  @Test func `A new filter is made in Tern or at the server`() async {
    await open()
    await harness.type("nt")
    #expect(harness.forms.last?.title == "New filter")
    #expect(await harness.save(["name": "Tea", "query": "from:"]).hasPrefix("Expected"))
    #expect(await harness.save([:]) == "A filter needs a name")
    #expect(await harness.save(["name": "Tea"]) == "A filter needs a query")
    #expect(await harness.save(["name": "Tea", "query": "tea", "where": ""]).hasPrefix("A filter needs a timeline"))
    #expect(await harness.save(["name": "Tea", "query": "tea", "until": "2020-01-01"]).hasPrefix("“until” must be"))
    #expect(
      await harness.save(["name": "Tea", "query": "tea", "accounts": "only @ada@near.example", "where": "home"])
        == "Saved the filter “Tea”.")
    let saved = harness.filters.filters.last
    #expect(saved?.query == "tea" && saved?.hides == true && saved?.contextSet == [.home])
    #expect(saved?.accounts == [AccountID.demo("ada@near.example").storageKey])
    await harness.type("ns")
    #expect(harness.forms.last?.title == "New filter at near.example")
    #expect(await harness.save(["title": "x"]) == "A filter needs words")
    #expect(await harness.save(["title": "x", "words": "a, b c"]) == "Saved the filter “x”.")
    #expect(harness.server.now.filters.last?.keywords.map(\.phrase) == ["a", "b c"])
  }

  @Test func `Places are chosen, and unknown ones stay`() async throws {
    await open()
    await harness.type("nt")
    let field = try #require(harness.forms.last?.fields.last)
    #expect(field.value == "everywhere" && field.chosen(in: field.value).count == 5)
    let some = field.value("everywhere", toggling: "public")
    #expect(some == "home, notifications, threads, profiles" && field.value(some, toggling: "public") == "everywhere")
    #expect(field.value("home, explore", toggling: "home") == "explore")
    #expect(field.value("home, notifications, threads, profiles, explore", toggling: "public") == "everywhere, explore")
  }

  private static let finale = ServerFilter(
    id: "9", phrase: "finale", isWholeWord: false, contexts: [.home, .thread], hides: true)

  private func openPhrases() async {
    harness.server.change { ($0.filters, $0.filterKind) = ([Self.finale], .phrase) }
    await open()
  }

  @Test func `A server with filters of one phrase says what they do`() async {
    await openPhrases()
    #expect(harness.text().contains("drops for good · inside of words, too · home, threads"))
    await harness.type("j\n")
    #expect(harness.forms.last?.title == "Filter “finale”")
    #expect(harness.forms.last?.fields.map(\.name) == ["phrase", "whole word", "action", "until", "where"])
    #expect(harness.forms.last?.fields[2].choices == ["drop", "fold"])
  }

  @Test func `A filter of one phrase is made, changed and deleted`() async {
    await openPhrases()
    await harness.type("ns")
    #expect(harness.forms.last?.title == "New filter at near.example")
    #expect(await harness.save([:]) == "A filter needs a phrase")
    #expect(await harness.save(["phrase": "a", "until": "soon"]).hasPrefix("“until” must be"))
    #expect(
      await harness.save(["phrase": "a", "action": "drop", "where": "threads"]).hasPrefix("The server drops posts only")
    )
    // A comma is part of the phrase.
    #expect(
      await harness.save(["phrase": " well,  well ", "whole word": "off", "where": "threads"])
        == "Saved the filter “well, well”.")
    #expect(
      harness.server.now.filters.last
        == ServerFilter(id: "f1", phrase: "well, well", isWholeWord: false, contexts: [.thread]))
    await harness.type("R")
    await harness.type("j\n")
    #expect(await harness.save(["whole word": "on", "action": "fold"]) == "Saved the filter “finale”.")
    #expect(
      harness.server.now.filters.last
        == ServerFilter(id: "9", phrase: "finale", isWholeWord: true, contexts: [.home, .thread]))
    await harness.type("xy")
    #expect(harness.server.now.filters.map(\.id) == ["f1"])
  }

  @Test func `A filter of one phrase that is not saved says why`() async {
    await openPhrases()
    await harness.type("j\n")
    harness.server.change { $0.failure = .refused(host: "near.example", message: "Too many filters") }
    #expect(await harness.save(["phrase": "b"]).contains("Too many filters"))
    #expect(harness.server.now.filters == [Self.finale])
    harness.server.change { ($0.failure, $0.losesAnswers) = (.timedOut(host: "near.example", seconds: 30), true) }
    #expect(await harness.save(["phrase": "b"]).hasPrefix("Saved") == false)
    #expect(harness.server.now.filters.last?.title == "b")
  }

  @Test func `Until the filters are loaded, none is made at the server`() async {
    harness.server.change { $0.failure = .offline(host: "near.example") }
    await open()
    await harness.type("n")
    #expect(harness.forms.last?.title == "New filter")
  }

  @Test func `Before it is saved, the form says what it would have hidden`() async {
    await open()
    await harness.type("\n")
    let form = harness.forms.last
    #expect(
      await form?.summary(of: ["query": "tea", "action": "hide"]) == "Would hide 14 of 14 posts of the last week.")
  }
}

/// The parts of a server's filter that Tern does not change.
@MainActor @Suite struct UnknownFilterPartTests {
  private let harness = ManagementHarness()

  @Test func `An unknown action, an unknown place and the second of the end stay until they are changed`() async {
    let end = Date.noon.addingTimeInterval(86_433)
    harness.server.change {
      $0.filters = [
        ServerFilter(
          id: "9", title: "Spoilers", keywords: [.init("a, b"), .init(" edge "), .init("say \"hi\"")],
          contexts: [.home], expiresAt: end, otherAction: "blur", otherContexts: ["explore"])
      ]
    }
    let before = harness.server.now.filters
    await harness.open(ManagementAssembly.makeFilters)
    #expect(harness.text().contains("blur · until") && harness.text().contains("home, explore"))
    await harness.type("\n")
    #expect(harness.forms.last?.fields.first { $0.name == "words" }?.value == "\"a, b\", \" edge \", say \"hi\"")
    #expect(harness.forms.last?.fields.first { $0.name == "action" }?.choices == ["hide", "fold", "blur"])
    #expect(await harness.save([:]) == "Saved the filter “Spoilers”.")
    #expect(harness.server.now.filters == before)
    #expect(await harness.save(["action": "fold", "where": "threads", "until": "never"]).hasPrefix("Saved"))
    let changed = harness.server.now.filters[0]
    #expect(changed.otherAction == nil && !changed.hides && changed.expiresAt == nil)
    #expect(changed.contexts == [.thread] && changed.otherContexts.isEmpty)
  }

  @Test(arguments: [
    ("a, b c", ["a", "b c"]), ("\"a, b\"", ["a, b"]), ("\" a \",b", [" a ", "b"]),
    ("\"say \"\"hi\"\"\"", ["say \"hi\""]),
    ("\"a\" b, c", ["\"a\" b", "c"]), ("\"open, b", ["\"open", "b"]), (" , ,", []),
  ])
  func `Phrases in quotation marks are taken as they are`(text: String, phrases: [String]) {
    #expect(FilterText.phrases(text) == phrases)
    #expect(FilterText.phrases(FilterText.phrases(phrases)) == phrases)
  }

  @Test func `A filter that has ended can be changed without a new end`() async {
    harness.server.change {
      $0.filters = [
        ServerFilter(
          id: "9", title: "Old", keywords: [.init("finale")], contexts: [.home],
          expiresAt: .noon.addingTimeInterval(-90_000))
      ]
    }
    await harness.open(ManagementAssembly.makeFilters)
    await harness.type("\n")
    #expect(await harness.save(["words": "epilogue"]) == "Saved the filter “Old”.")
    #expect(harness.server.now.filters[0].expiresAt == .noon.addingTimeInterval(-90_000))
  }
}
