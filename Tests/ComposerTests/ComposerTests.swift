import Domain
import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import Composer

@MainActor
struct ComposerTests {
  private let bench = ComposerBench()
  private let grace = Post.fixture(id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?")

  private func reply() -> Draft {
    .reply(to: grace, by: .demo("ada"), me: .fixture(handle: "ada"), host: nil, at: .noon)
  }

  @Test func `what is typed is seen, and how much is left`() async {
    await bench.open()
    #expect(bench.screen().contains("What is there to say?"))
    await bench.type("Tern")
    #expect(bench.screen().contains("Tern"))
    #expect(bench.screen().contains("496 left"))
    #expect(bench.screen().contains("New post"))
  }

  @Test func `an answer shows what it answers, and begins with whom it speaks to`() async {
    await bench.open(reply(), subject: grace)
    let screen = bench.screen()
    #expect(screen.contains("Answer to Grace"))
    #expect(screen.contains("│ Tea?"))
    #expect(screen.contains("@grace@far.example "))
    #expect(bench.drafts.texts.isEmpty)
  }

  @Test func `a draft is on the disk a second after the last key at most, and while one types on`() async {
    await bench.open()
    await bench.type("Te")
    await bench.wait(0.5)
    #expect(bench.drafts.texts == ["Te"])
    for _ in 0..<10 {
      await bench.type("r")
      await bench.wait(0.2)
    }
    #expect(bench.drafts.stores.withLock { $0 } >= 4)
    await bench.wait(1)
    #expect(bench.drafts.texts == ["Te" + String(repeating: "r", count: 10)])
  }

  @Test func `Escape keeps the draft and says so, at once`() async {
    await bench.open()
    await bench.type("Tern")
    await bench.press("Escape")
    #expect(bench.drafts.texts == ["Tern"])
    #expect(bench.ways == ["leave: Kept as a draft."])
  }

  @Test func `where nothing was written nothing is kept, and what was begun is none`() async {
    await bench.open(reply(), subject: grace)
    await bench.press("Escape")
    #expect(bench.drafts.texts.isEmpty)
    #expect(bench.ways == ["leave: "])
  }

  @Test func `a draft of which all is deleted is gone`() async {
    await bench.open()
    await bench.type("T")
    await bench.wait(1)
    await bench.press("BSpace")
    await bench.press("Escape")
    #expect(bench.drafts.texts.isEmpty)
  }

  @Test func `when it is published stands in the header, until it is to be at once again`() async {
    await bench.open()
    await bench.type("Tern")
    await bench.press("C-x T")
    #expect(bench.screen().contains("Publish at"))
    await bench.type("soon")
    await bench.press("Enter")
    #expect(bench.screen().contains("A time is “2026-12-01 09:00”, “tomorrow 9:00” or “+2h”."))
    await bench.press("C-x T")
    await bench.type("2031-12-01 9:00")
    await bench.press("Enter")
    #expect(bench.screen().contains("to be published at 2031-12-01 09:00"))
    await bench.press("M-Enter")
    #expect(bench.publishing.sent.withLock { $0 }.compactMap(\.publishAt).map(LocalTime.minute) == ["2031-12-01 09:00"])

    let other = ComposerBench()
    await other.open(Draft(account: .demo("ada"), text: "Tern", publishAt: .noon, changedAt: .noon))
    await other.press("M-Enter")
    #expect(other.screen().contains("The server wants at least five minutes until then."))
    #expect(other.publishing.sent.withLock { $0 }.isEmpty)
    await other.press("C-x T")
    await other.press("C-u Enter")
    #expect(!other.screen().contains("to be published"))
    await other.press("M-Enter")
    #expect(other.publishing.sent.withLock { $0 }.map(\.publishAt) == [nil])
  }

  @Test func `a server that publishes nothing later says so, and a change or a thread has no such moment`() async {
    bench.publishing.known.withLock { $0.canSchedule = false }
    await bench.open()
    await bench.press("C-x T")
    #expect(bench.screen().contains("The server publishes nothing later."))
    let changing = ComposerBench()
    await changing.open(.edit(grace, source: PostSource(text: "Tea?", warning: ""), by: .demo("ada"), at: .noon))
    await changing.press("C-x T")
    #expect(!changing.screen().contains("Publish at"))
    let thread = ComposerBench()
    let text = String(repeating: "long ", count: 200)
    let later = Date.noon.addingTimeInterval(86_400)
    await thread.open(Draft(account: .demo("ada"), text: text, publishAt: later, changedAt: .noon))
    await thread.press("C-x c")
    await thread.press("M-Enter")
    #expect(thread.screen().contains("A thread cannot be published later."))
    #expect(thread.publishing.sent.withLock { $0 }.isEmpty)
  }

  @Test func `a full disk is said, and what was written stays on the screen`() async {
    await bench.open()
    bench.drafts.error.withLock { $0 = .unusable(path: "/x", reason: "No space left on device") }
    await bench.type("Tern")
    await bench.wait(1)
    #expect(bench.screen().contains("No space left on device"))
    #expect(bench.screen().contains("Tern"))
    bench.drafts.error.withLock { $0 = nil }
    await bench.type("!")
    await bench.wait(1)
    #expect(bench.drafts.texts == ["Tern!"])
  }

  @Test func `what was refused is told where it is taken up again`() async {
    await bench.open(
      Draft(account: .demo("ada"), text: "Tern", changedAt: .noon, refusal: "timeline.example says “no”"))
    #expect(bench.screen().contains("timeline.example says “no”"))
  }

  @Test func `what was refused as too long has the cursor where it begins to be`() async {
    bench.publishing.known.withLock { $0.limits.characters = 10 }
    await bench.open(
      Draft(account: .demo("ada"), text: "Terns fly far", changedAt: .noon, refusal: "Text is too long"), isKept: true)
    #expect(bench.screen().contains("Text is too long"))
    #expect(bench.drafts.stores.withLock { $0 } == 0)
    await bench.type("|")
    #expect(bench.screen().contains("Terns fly |far"))
  }

  @Test func `a post is sent with all that belongs to it`() async {
    await bench.open(reply(), subject: grace)
    await bench.type("Yes")
    await bench.press("C-x v 3")
    await bench.press("C-x w")
    await bench.type("tea")
    await bench.press("Enter")
    await bench.press("C-x l")
    await bench.type("en")
    await bench.press("Enter")
    #expect(bench.screen().contains("Warning: tea"))
    #expect(bench.screen().contains("for followers · en · sensitive"))
    await bench.press("M-Enter")
    let sent = bench.publishing.sent.withLock { $0 }
    #expect(sent.map(\.text) == ["@grace@far.example Yes"])
    #expect(sent.first?.warning == "tea")
    #expect(sent.first?.visibility == .followers)
    #expect(sent.first?.language == "en")
    #expect(bench.ways == ["sent: @grace@far.example Yes 5"])
  }

  @Test func `a slow disk has what is sent no draft afterwards, and what is thrown away gone`() async {
    bench.drafts.latency.withLock { $0 = 2 }
    await bench.open()
    await bench.type("Tern")
    await bench.wait(1)
    await bench.press("M-Enter")
    // It is sent when what was being kept is kept: nothing puts it among the drafts after that.
    #expect(bench.publishing.sent.withLock { $0.isEmpty })
    await bench.wait(2)
    #expect(bench.publishing.sent.withLock { $0.map(\.text) } == ["Tern"])
    await bench.open()
    await bench.type("Tern")
    await bench.wait(1)
    await bench.press("C-x k y")
    await bench.wait(5)
    #expect(bench.drafts.texts == ["Tern"])
  }

  @Test func `nothing empty is sent, and what is too long has the cursor where it begins to be`() async {
    await bench.open()
    await bench.press("M-Enter")
    #expect(bench.screen().contains("There is nothing to send yet."))
    bench.publishing.known.withLock { $0.limits.characters = 10 }
    await bench.open()
    await bench.type("Terns fly far")
    await bench.press("M-Enter")
    #expect(bench.screen().contains("It is 3 characters too long. ^X c cuts it into a thread."))
    await bench.type("|")
    #expect(bench.screen().contains("Terns fly |far"))
    #expect(bench.publishing.sent.withLock { $0.isEmpty })
  }

  @Test func `what is too long goes out as a thread, each post answering the one before`() async throws {
    bench.publishing.known.withLock { $0.limits.characters = 40 }
    await bench.open()
    await bench.type("One two three four five. Six seven eight nine ten. Eleven twelve.")
    await bench.press("C-x c")
    #expect(bench.screen(height: 24).contains("(1/3)"))
    await bench.press("M-Enter")
    let sent = bench.publishing.sent.withLock { $0 }
    #expect(sent.count == 3)
    let second = try #require(sent.dropFirst().first)
    #expect(second.purpose == .continuation(of: sent[0].id))
    #expect(sent[2].purpose == .continuation(of: second.id))
    #expect(sent[0].purpose == .post)
  }

  @Test func `a question takes two answers to be sent`() async {
    await bench.open()
    await bench.type("Tea?")
    await bench.press("C-x p")
    await bench.type("black")
    await bench.press("Enter")
    #expect(bench.screen().contains("A question needs two answers"))
    await bench.press("C-x p")
    await bench.type(" / green / none")
    await bench.press("Enter")
    #expect(bench.screen(height: 24).contains("○ green"))
    await bench.press("C-x t 3")
    await bench.press("C-x m")
    #expect(bench.screen(height: 24).contains("several answers · open for 1 hour"))
    await bench.press("M-Enter")
    let poll = bench.publishing.sent.withLock { $0.first?.poll }
    #expect(poll == DraftPoll(options: ["black", "green", "none"], duration: 3_600, allowsSeveral: true))
  }

  @Test func `a file is completed, described, and its silence said once`() async {
    await bench.open()
    await bench.press("C-x a")
    await bench.type("/home/ada/cat.")
    await bench.press("Tab")
    await bench.press("Enter")
    await bench.press("Escape")
    #expect(bench.screen().contains("▣ cat.png · not said what it shows"))
    await bench.press("M-Enter")
    #expect(bench.screen().contains("What a file shows has not been said."))
    await bench.press("C-x d 1")
    await bench.type("a cat that sleeps")
    await bench.press("Enter")
    #expect(bench.screen().contains("▣ cat.png · a cat that sleeps"))
    await bench.press("M-Enter")
    #expect(bench.publishing.sent.withLock { $0.first?.media.map(\.path) } == ["/home/ada/cat.png"])
  }

  @Test(arguments: [
    ("/home/ada/none.png", "There is no file /home/ada/none.png."),
    ("/home/ada/catalogue.txt", "is of no kind that goes with a post"),
  ])
  func `a file that cannot go with a post is refused at once`(path: String, words: String) async {
    await bench.open()
    await bench.press("C-x a")
    await bench.type(path)
    await bench.press("Enter")
    #expect(bench.screen().contains(words))
  }

  @Test func `a file larger than the server takes is refused before it is sent`() async {
    bench.publishing.known.withLock { $0.limits.imageBytes = 16_000_000 }
    await bench.open()
    await bench.press("C-x a")
    await bench.type("/home/ada/huge.png")
    await bench.press("Enter")
    #expect(bench.screen().contains("huge.png has 90 MB; the server takes 16 MB."))
  }

  @Test func `people and pictures are completed while one types`() async {
    bench.publishing.people.withLock {
      $0 = [Profile(handle: "grace@far.example", name: "Grace"), Profile(handle: "grant", name: "Grant")]
    }
    await bench.open()
    await bench.type("Hello @gra")
    #expect(bench.screen().contains("▸ @grace@far.example  Grace"))
    await bench.press("Down")
    await bench.press("Tab")
    #expect(bench.screen().contains("Hello @grant"))
    await bench.type(":sunfl")
    await bench.press("Tab")
    #expect(bench.screen().contains("🌻"))
    await bench.press("Escape")
    #expect(bench.drafts.texts == ["Hello @grant 🌻 "])
  }

  @Test func `after a rest the server is asked for people, and those whom it knows come last`() async {
    bench.publishing.people.withLock { $0 = [Profile(handle: "grant", name: "Grant")] }
    bench.publishing.peopleAtServer.withLock {
      $0 = [Profile(handle: "Grant", name: "Grant"), Profile(handle: "grace@far.example", name: "Grace")]
        .map { Profile(handle: $0.handle.lowercased(), name: $0.name) }
    }
    await bench.open()
    await bench.type("@g")
    await bench.wait(1)
    #expect(bench.publishing.asked.withLock { $0 }.isEmpty)
    await bench.type("r")
    await bench.wait(0.2)
    await bench.type("a")
    #expect(bench.screen().contains("@grant  Grant"))
    #expect(!bench.screen().contains("@grace"))
    await bench.wait(0.3)
    #expect(bench.publishing.asked.withLock { $0 } == ["gra"])
    #expect(bench.screen().contains("▸ @grant  Grant"))
    await bench.press("Down")
    await bench.press("Tab")
    #expect(bench.screen().contains("@grace@far.example"))
    // What is typed on meanwhile is not covered by an answer that comes late.
    await bench.type("@gr")
    await bench.press("Escape")
    await bench.wait(1)
    #expect(!bench.screen().contains("▸"))
  }

  @Test func `Escape closes what is offered first, and keeps the text`() async {
    bench.publishing.people.withLock { $0 = [Profile(handle: "grace", name: "Grace")] }
    await bench.open()
    await bench.type("@gr")
    await bench.press("Escape")
    #expect(bench.ways.isEmpty)
    #expect(!bench.screen().contains("▸"))
    await bench.press("Escape")
    #expect(bench.ways == ["leave: Kept as a draft."])
  }

  @Test func `the editor of one's own gets the text and gives it back, and its failure changes nothing`() async {
    await bench.open()
    await bench.type("Tern")
    bench.programs.edits = { $0 + "s fly" }
    await bench.press("C-x C-e")
    #expect(bench.screen().contains("Terns fly"))
    bench.programs.error = TextProgramError("vi was ended by signal 9: Killed")
    await bench.press("C-x C-e")
    #expect(bench.screen().contains("vi was ended by signal 9: Killed. The text is as it was."))
    #expect(bench.screen().contains("Terns fly"))
    await bench.press("M-u")
    #expect(!bench.screen().contains("Terns fly"))
  }

  @Test func `a kept draft is told of, and led away from without a loss`() async {
    await bench.open(Draft(account: .demo("ada"), text: "Tern", changedAt: .noon), isKept: true)
    #expect(bench.screen().contains("Your draft of"))
    await bench.type("s")
    await bench.press("C-x o")
    await bench.type("!")
    await bench.press("C-x D")
    #expect(bench.drafts.texts == ["Terns!"])
    await bench.press("C-x n")
    #expect(bench.ways == ["next", "list", "anew"])
  }

  @Test func `throwing it away asks first`() async {
    await bench.open()
    await bench.type("Tern")
    await bench.wait(1)
    await bench.press("C-x k")
    #expect(bench.drafts.texts == ["Tern"])
    await bench.press("y")
    #expect(bench.drafts.texts.isEmpty)
    #expect(bench.ways == ["leave: Thrown away."])
  }

  @Test func `an outbox that cannot be written loses nothing`() async {
    await bench.open()
    await bench.type("Tern")
    bench.publishing.error.withLock { $0 = .unusable(path: "/x", reason: "No space left on device") }
    await bench.press("M-Enter")
    #expect(bench.screen().contains("It could not be put into the outbox: No space left on device"))
    #expect(bench.drafts.texts == ["Tern"])
    #expect(bench.ways.isEmpty)
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (3, 2)])
  func `it is whole in every size`(width: Int, height: Int) async {
    await bench.open(reply(), subject: grace)
    await bench.type("Yes, and milk, please, if there is any left of it.")
    await bench.press("C-x w")
    await bench.type("tea")
    await bench.press("Enter")
    let lines = bench.lines(width: width, height: height)
    #expect(lines.count == height)
    if width >= 20 { #expect(lines.joined().contains("of it.")) }
  }
}
