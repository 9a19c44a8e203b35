import Domain
import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import Outbox

/// The screen as somebody has it: keys in, lines out.
@MainActor
struct OutboxScreenTests {
  private let bench = OutboxHarness()
  private let offline = TimelineError.offline(host: "timeline.example")

  @Test func `where there is nothing, that is said, and what one can do`() async {
    await bench.open()
    let screen = bench.screen()
    #expect(screen.contains("Nothing is waiting, and there are no drafts"))
    #expect(screen.contains("What you write is kept here at each pause"))
    #expect(screen.contains("c begins a post."))
    await bench.press("c")
    await bench.press("n")
    #expect(bench.ways == ["begin", "begin"])
  }

  @Test func `what waits for a new session leads to one, and nothing else does`() async {
    let expired = TimelineError.sessionExpired(handle: "ada", host: "timeline.example")
    bench.publishing.hold([
      bench.entry("Waits", .waiting(since: expired)), bench.entry("Offline", .waiting(since: offline)),
    ])
    await bench.open()
    #expect(bench.screen().contains("it goes out when you have signed in"))
    await bench.press("L")
    #expect(bench.ways == ["log in"])
    await bench.press("j")
    await bench.press("L")
    #expect(bench.ways == ["log in"])
  }

  @Test func `what is on its way, what waits, what asks and drafts stand below each other`() async {
    bench.kept.all.withLock { $0 = [bench.draft("A draft"), bench.draft("Another", minutesAgo: 90)] }
    bench.publishing.hold([
      bench.entry("Asks", .needsPerson(.isOld), sentMinutesAgo: 1_500),
      bench.entry("Waits", .waiting(since: offline), secondsLeft: 12),
      bench.entry("Goes", .waiting(since: nil), secondsLeft: 4), bench.entry("Leaves", .sending(until: .distantFuture)),
    ])
    await bench.open()
    let list = bench.list(height: 40).map { $0.hasSuffix("──") ? $0.filter { $0 != "─" } : $0 }
    #expect(
      list == [
        "    On its way ", " ▌ Post  1m", " ▌ goes out in 4 s", " ▌ Goes", "   Post  1m", "   being sent", "   Leaves",
        "    Waits ", "   Post  1m",
        "   sent \(LocalTime.clock(.noon.minutesAgo(1))) · timeline.example does not answer · next", "   try in 12 s",
        "   Waits",
        "    Needs your word ", "   Post  1d",
        "   sent \(LocalTime.minute(.noon.minutesAgo(1_500))) · more than a day ago, and it has",
        "   not gone out: is it still to?", "   Asks", "    Drafts ", "   Post  5m", "   A draft", "   Post  1h",
        "   Another",
        "   Nothing of it is lost until you throw it away.",
      ])
  }

  @Test func `a row says what it is, what goes with it, how it begins, and why it was not taken`() async {
    var draft = bench.draft("One\n\n" + String(repeating: "long ", count: 60))
    let grace = DraftSubject(id: PostID("7"), author: .fixture(), excerpt: "Tea?")
    draft.purpose = .reply(to: grace)
    draft.warning = "tea"
    draft.media = [DraftMedia(path: "/a.png"), DraftMedia(path: "/b.png")]
    draft.poll = DraftPoll()
    draft.refusal = "Text is too long"
    bench.kept.all.withLock { $0 = [draft] }
    await bench.open()
    let list = bench.list()
    #expect(list[1] == " ▌ Answer to Grace Hopper @grace  5m  2 files  a question")
    #expect(list[2] == " ▌ came back: Text is too long")
    #expect(list[3].hasPrefix(" ▌ Warning: tea · One long long"))
    #expect(list[4].hasSuffix("…"))
    #expect(list.count == 6)
  }

  @Test(arguments: [
    (Draft.Purpose.post, "Post"), (.quote(DraftSubject(id: PostID("7"), author: nil, excerpt: "")), "Quoting a post"),
    (.edit(DraftSubject(id: PostID("7"), author: nil, excerpt: "")), "Changing a post"),
    (.continuation(of: DraftID("x")), "Next post of a thread"),
  ])
  func `each kind has its name`(purpose: Draft.Purpose, name: String) async {
    var draft = bench.draft("")
    draft.purpose = purpose
    bench.kept.all.withLock { $0 = [draft] }
    await bench.open()
    #expect(bench.list()[1] == " ▌ \(name)  5m")
    #expect(bench.list()[2] == " ▌ no text")
  }

  @Test func `where no server is asked, nothing is said to go out`() async {
    bench.publishing.sends = false
    bench.publishing.hold([bench.entry("Waits", .waiting(since: nil), secondsLeft: 5)])
    await bench.open()
    #expect(bench.screen().contains("waits: no server is asked, as"))
    #expect(!bench.screen().contains("goes out"))
  }

  @Test func `it counts down to the next try, and to when a server lets posts in again`() async {
    let error = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(200))
    bench.publishing.hold([bench.entry("Waits", .waiting(since: error), secondsLeft: 200)])
    await bench.open()
    #expect(bench.screen().contains("next try in 3 min 20 s"))
    await bench.wait(1)
    #expect(bench.screen().contains("next try in 3 min 19 s"))
    await bench.wait(150)
    #expect(bench.screen().contains("next try in 49 s"))
    await bench.wait(60)
    #expect(bench.screen().contains("next try now"))
  }

  @Test func `a thread goes out one after the other, and a file tells how far it is`() async {
    var first = bench.entry("First", .sending(until: .distantFuture))
    first.draft.media = [DraftMedia(path: "/a.png"), DraftMedia(path: "/b.png")]
    var second = bench.entry("Second", .waiting(since: nil))
    second.draft.purpose = .continuation(of: first.id)
    bench.publishing.hold([first, second])
    await bench.open()
    #expect(bench.screen().contains("goes out after the post before it"))
    bench.publishing.news.notify(.uploading(first.id, file: 1, share: 0.4))
    await bench.settle()
    #expect(bench.screen().contains("file 2 of 2: 40 % has left"))
    first.state = .waiting(since: offline)
    bench.publishing.hold([first, second])
    await bench.settle()
    #expect(!bench.screen().contains("has left"))
  }

  @Test func `what was seen at no server yet says that it is looked for`() async {
    var entry = bench.entry("Perhaps", .waiting(since: nil), secondsLeft: 40)
    entry.firstTriedAt = .noon.minutesAgo(1)
    bench.publishing.hold([entry])
    await bench.open()
    #expect(bench.list()[0].contains("── Waits ──"))
    #expect(bench.list(width: 100)[2].contains("it may be at the server already · Tern looks again in 40 s"))
  }

  @Test func `Enter goes on with a draft`() async {
    bench.kept.all.withLock { $0 = [bench.draft("First"), bench.draft("Second")] }
    await bench.open()
    await bench.press("j")
    await bench.press("Enter")
    #expect(bench.ways == ["write: Second, kept"])
  }

  @Test func `Enter on what waits shows what can be done, and each has a key of its own`() async {
    bench.publishing.hold([bench.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await bench.open()
    await bench.press("Enter")
    let menu = bench.screen()
    for words in ["send it now", "take it back, and write on", "throw it away"] { #expect(menu.contains(words)) }
    await bench.press("s")
    await bench.press("s")
    #expect(bench.publishing.done == ["send Waits", "send Waits"])
    await bench.press("e")
    #expect(bench.ways == ["write: Waits"])
    #expect(bench.screen().contains("Nothing is waiting"))
  }

  @Test(arguments: [
    (UnconfirmedReason.mayHaveBeenSent, "it is not there: send it again"), (.isOld, "send it all the same"),
  ])
  func `what needs a word is asked for it, and the answer is passed on`(question: UnconfirmedReason, words: String)
    async
  {
    bench.publishing.hold([bench.entry("Asks", .needsPerson(question))])
    await bench.open()
    #expect(bench.list()[0].contains("── Needs your word ──"))
    await bench.press("Enter")
    #expect(bench.screen().contains(words))
    await bench.press("s")
    #expect(bench.publishing.done == ["send Asks"])
  }

  @Test func `what is just being sent is not sent again, and does not come back`() async {
    bench.publishing.hold([bench.entry("Leaves", .sending(until: .distantFuture))])
    await bench.open()
    await bench.press("s")
    #expect(bench.publishing.done.isEmpty)
    await bench.press("e")
    #expect(bench.ways.isEmpty)
    #expect(bench.screen().contains("It has gone out already."))
  }

  @Test func `throwing away asks first, and can be taken back`() async {
    bench.kept.all.withLock { $0 = [bench.draft("First"), bench.draft("Second")] }
    await bench.open()
    await bench.press("x")
    await bench.press("Escape")
    #expect(bench.kept.texts == ["First", "Second"])
    await bench.press("x y")
    #expect(bench.kept.texts == ["Second"])
    #expect(bench.said == ["Thrown away. U takes that back."])
    #expect(!bench.screen().contains("First"))
    await bench.press("U")
    #expect(bench.kept.texts == ["First", "Second"])
    #expect(bench.screen().contains("First"))
  }

  @Test func `what waits is thrown away whole, and taken back as a draft`() async {
    bench.publishing.hold([bench.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await bench.open()
    await bench.press("x y")
    #expect(bench.screen().contains("Nothing is waiting"))
    #expect(bench.kept.texts.isEmpty)
    await bench.press("U")
    #expect(bench.kept.texts == ["Waits"])
    #expect(bench.list()[0].contains("── Drafts ──"))
  }

  @Test func `it shows by itself what is written, sent and refused elsewhere, and stays where one is`() async throws {
    bench.kept.all.withLock { $0 = [bench.draft("First"), bench.draft("Second")] }
    await bench.open()
    await bench.press("j")
    try await bench.drafts.store(bench.draft("Third"))
    await bench.settle()
    #expect(bench.screen().contains("3 of 3"))
    bench.publishing.hold([bench.entry("Goes", .waiting(since: nil), secondsLeft: 4)])
    await bench.settle()
    #expect(bench.screen().contains("4 of 4"))
    await bench.press("Enter")
    #expect(bench.ways == ["write: Second, kept"])
  }

  @Test func `what else waits is counted, for as long as it does`() async {
    await bench.open()
    bench.actions.unsent.notify([.favourite(true, PostID("1"))])
    await bench.settle()
    #expect(bench.screen().contains("No posts are waiting, and there are no drafts"))
    #expect(bench.screen().contains("One thing that you did waits"))
    bench.kept.all.withLock { $0 = [bench.draft("Good morning")] }
    bench.actions.unsent.notify([.favourite(true, PostID("1")), .bookmark(true, PostID("1"))])
    await bench.press("R")
    #expect(bench.screen(width: 120).contains("2 things that you did wait"))
    bench.actions.unsent.notify([])
    await bench.settle()
    #expect(!bench.screen(width: 120).contains("that you did"))
  }

  @Test func `drafts of other accounts are not shown`() async {
    var other = bench.draft("Other")
    other.account = .demo("grace")
    bench.kept.all.withLock { $0 = [other] }
    await bench.open()
    #expect(bench.screen().contains("there are no drafts"))
  }

  @Test func `a store that fails is said, what waits stands, and R looks again`() async {
    bench.kept.error.withLock { $0 = .busy(path: "/x") }
    await bench.open()
    #expect(bench.screen().contains("Another Tern is at work on the store"))
    bench.publishing.hold([bench.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await bench.settle()
    #expect(bench.screen().contains("Waits"))
    #expect(bench.screen().contains("Another Tern is at work on the store"))
    bench.kept.error.withLock { $0 = nil }
    await bench.press("R")
    #expect(bench.publishing.done == ["retry"])
    #expect(!bench.screen().contains("Another Tern"))
  }

  @Test func `what cannot be done is said, and nothing is lost`() async {
    bench.publishing.hold([bench.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await bench.open()
    bench.publishing.error = .unusable(path: "/x", reason: "No space left on device")
    await bench.press("s")
    #expect(bench.screen().contains("It could not be sent: No space left on device."))
    await bench.press("x y")
    #expect(bench.screen().contains("It could not be taken back: No space left on device."))
    #expect(bench.ways.isEmpty)
  }

  @Test func `what stands in a text drives no terminal`() async {
    bench.kept.all.withLock { $0 = [bench.draft("\u{1B}[2J\u{202E}evil")] }
    await bench.open()
    #expect(!bench.screen().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(bench.screen().contains("evil"))
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (3, 2)])
  func `it is whole in every size`(width: Int, height: Int) async {
    bench.kept.all.withLock { $0 = [bench.draft("A draft of some words")] }
    bench.publishing.hold([bench.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await bench.open()
    let lines = bench.lines(width: width, height: height)
    #expect(lines.count == height)
    if width >= 40 { #expect(lines.joined().contains("does not answer")) }
  }
}
