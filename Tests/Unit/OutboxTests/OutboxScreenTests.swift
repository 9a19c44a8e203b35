import Domain
import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import Outbox

/// The screen of drafts and the outbox: keys as input, lines as output.
@MainActor
struct OutboxScreenTests {
  private let harness = OutboxHarness()
  private let offline = TimelineError.offline(host: "timeline.example")

  @Test func `Without drafts and posts, the empty view explains how to write`() async {
    await harness.open()
    let screen = harness.screen()
    #expect(screen.contains("No drafts, and nothing to send"))
    #expect(screen.contains("Drafts are saved as you write."))
    #expect(screen.contains("c starts a new post."))
    await harness.press("c")
    await harness.press("n")
    #expect(harness.navigation == ["new", "new"])
  }

  @Test func `Signing in is only offered for posts that wait for it`() async {
    let expired = TimelineError.sessionExpired(handle: "ada", host: "timeline.example")
    harness.publishing.setEntries([
      harness.entry("Waits", .waiting(since: expired)), harness.entry("Offline", .waiting(since: offline)),
    ])
    await harness.open()
    #expect(harness.screen().contains("sign in to send it"))
    await harness.press("L")
    #expect(harness.navigation == ["sign in"])
    await harness.press("j")
    await harness.press("L")
    #expect(harness.navigation == ["sign in"])
  }

  @Test func `Items are listed by section`() async {
    harness.stored.all.withLock { $0 = [harness.draft("A draft"), harness.draft("Another", minutesAgo: 90)] }
    harness.publishing.setEntries([
      harness.entry("Asks", .needsConfirmation(.tooOld), sentMinutesAgo: 1_500),
      harness.entry("Waits", .waiting(since: offline), secondsLeft: 12),
      harness.entry("Goes", .waiting(since: nil), secondsLeft: 4),
      harness.entry("Leaves", .sending(until: .distantFuture)),
    ])
    await harness.open()
    // Without the rules, and without the keys at the end of the line.
    let list = harness.list(height: 40).map { line in
      guard !line.hasSuffix("──") else { return line.filter { $0 != "─" } }
      let keys = line.firstRange(of: "   Enter ")?.lowerBound
      let end = line[..<(keys ?? line.endIndex)].lastIndex { $0 != " " }
      return String(line[...(end ?? line.startIndex)])
    }
    #expect(
      list == [
        "    Sending · 2 ", " ▌ Post  1m", " ▌ sending in 4 s", " ▌ Goes", "   Post  1m", "   sending", "   Leaves",
        "    Waiting · 1 ", "   Post  1m",
        "   queued \(LocalTime.clock(.noon.minutesAgo(1))) · can’t reach timeline.example · next", "   try in 12 s",
        "   Waits",
        "    Needs confirmation · 1 ", "   Post  1d",
        "   queued \(LocalTime.minute(.noon.minutesAgo(1_500))) · more than a day ago: do you",
        "   still want to send it?",
        "   Asks", "    Drafts · 2 ", "   Post  5m", "   A draft", "   Post  1h", "   Another",
        "   Kept until sent, published or discarded.",
      ])
  }

  @Test func `A row shows the kind, attachments, refusal and beginning of a draft`() async {
    var draft = harness.draft("One\n\n" + String(repeating: "long ", count: 60))
    let grace = DraftSubject(id: PostID("7"), author: .fixture(), excerpt: "Tea?")
    draft.purpose = .reply(to: grace)
    draft.warning = "tea"
    draft.media = [DraftMedia(path: "/a.png"), DraftMedia(path: "/b.png")]
    draft.poll = DraftPoll()
    draft.refusal = "Text is too long"
    harness.stored.all.withLock { $0 = [draft] }
    await harness.open()
    let list = harness.list()
    #expect(list[0].contains("── Not posted · 1 ──"))
    #expect(list[1] == " ▌ Reply to Grace Hopper @grace  5m  2 files  poll")
    #expect(list[2] == " ▌ not posted: Text is too long")
    #expect(list[3].hasPrefix(" ▌ CW: tea · One long long"))
    #expect(list[6].hasSuffix("…"))
    #expect(list.count == 8)
  }

  @Test(arguments: [
    (Draft.Purpose.post, "Post"), (.quote(DraftSubject(id: PostID("7"), author: nil, excerpt: "")), "Quote a post"),
    (.edit(DraftSubject(id: PostID("7"), author: nil, excerpt: "")), "Edit post"),
    (.continuation(of: DraftID("x")), "Next post of a thread"),
  ])
  func `Each kind of draft has its name`(purpose: Draft.Purpose, name: String) async {
    var draft = harness.draft("")
    draft.purpose = purpose
    harness.stored.all.withLock { $0 = [draft] }
    await harness.open()
    #expect(harness.list()[1].hasPrefix(" ▌ \(name)  5m "))
    #expect(harness.list()[1].hasSuffix("  Enter edit · x discard"))
    #expect(harness.list()[2] == " ▌ no text")
  }

  @Test func `With --offline, posts are shown as waiting`() async {
    harness.publishing.canSend = false
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: nil), secondsLeft: 5)])
    await harness.open()
    #expect(harness.screen().contains("waiting: Tern runs with"))
    #expect(!harness.screen().contains("sending in"))
  }

  @Test func `The next attempt has a countdown`() async {
    let error = TimelineError.rateLimited(host: "timeline.example", until: .noon.addingTimeInterval(200))
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: error), secondsLeft: 200)])
    await harness.open()
    #expect(harness.screen().contains("next try in 3 min 20 s"))
    await harness.advance(1)
    #expect(harness.screen().contains("next try in 3 min 19 s"))
    await harness.advance(150)
    #expect(harness.screen().contains("next try in 49 s"))
    await harness.advance(60)
    #expect(harness.screen().contains("next try now"))
  }

  @Test func `A thread is sent in order, and an upload shows its progress`() async {
    var first = harness.entry("First", .sending(until: .distantFuture))
    first.draft.media = [DraftMedia(path: "/a.png"), DraftMedia(path: "/b.png")]
    var second = harness.entry("Second", .waiting(since: nil))
    second.draft.purpose = .continuation(of: first.id)
    harness.publishing.setEntries([first, second])
    await harness.open()
    #expect(harness.screen().contains("waiting for the previous post"))
    harness.publishing.news.notify(.uploading(first.id, file: 1, share: 0.4))
    await harness.settle()
    #expect(harness.screen().contains("uploading file 2 of 2: 40 %"))
    first.state = .waiting(since: offline)
    harness.publishing.setEntries([first, second])
    await harness.settle()
    #expect(!harness.screen().contains("uploading"))
  }

  @Test func `A post with an unknown outcome shows when it is checked again`() async {
    var entry = harness.entry("Perhaps", .waiting(since: nil), secondsLeft: 40)
    entry.firstAttemptAt = .noon.minutesAgo(1)
    harness.publishing.setEntries([entry])
    await harness.open()
    #expect(harness.list()[0].contains("── Waiting · 1 ──"))
    #expect(harness.list(width: 100)[2].contains("may have been posted · checking again in 40 s"))
  }

  @Test func `Enter opens a draft`() async {
    harness.stored.all.withLock { $0 = [harness.draft("First"), harness.draft("Second")] }
    await harness.open()
    await harness.press("j")
    await harness.press("Enter")
    #expect(harness.navigation == ["edit: Second, saved"])
  }

  @Test func `Enter on a waiting post shows its commands, which also have keys of their own`() async {
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await harness.open()
    await harness.press("Enter")
    let menu = harness.screen()
    for words in ["send now", "stop sending and edit", "discard"] { #expect(menu.contains(words)) }
    await harness.press("s")
    await harness.press("s")
    #expect(harness.publishing.done == ["send Waits", "send Waits"])
    await harness.press("e")
    #expect(harness.navigation == ["edit: Waits"])
    #expect(harness.screen().contains("No drafts, and nothing to send"))
  }

  @Test(arguments: [
    (UnconfirmedReason.mayHaveBeenSent, "not posted: send again"), (.tooOld, "send anyway"),
  ])
  func `A post that needs confirmation can be sent again`(question: UnconfirmedReason, words: String)
    async
  {
    harness.publishing.setEntries([harness.entry("Asks", .needsConfirmation(question))])
    await harness.open()
    #expect(harness.list()[0].contains("── Needs confirmation · 1 ──"))
    await harness.press("Enter")
    #expect(harness.screen().contains(words))
    await harness.press("s")
    #expect(harness.publishing.done == ["send Asks"])
  }

  @Test func `A post that is being sent cannot be sent again or withdrawn`() async {
    harness.publishing.setEntries([harness.entry("Leaves", .sending(until: .distantFuture))])
    await harness.open()
    await harness.press("s")
    #expect(harness.publishing.done.isEmpty)
    await harness.press("e")
    #expect(harness.navigation.isEmpty)
    #expect(harness.screen().contains("Too late to undo: already sent."))
  }

  @Test func `Discarding asks for confirmation and can be undone`() async {
    harness.stored.all.withLock { $0 = [harness.draft("First"), harness.draft("Second")] }
    await harness.open()
    await harness.press("x")
    await harness.press("Escape")
    #expect(harness.stored.texts == ["First", "Second"])
    await harness.press("x y")
    #expect(harness.stored.texts == ["Second"])
    #expect(harness.messages == ["Discarded · U undo"])
    #expect(!harness.screen().contains("First"))
    await harness.press("U")
    #expect(harness.stored.texts == ["First", "Second"])
    #expect(harness.screen().contains("First"))
  }

  @Test func `A discarded waiting post is restored as a draft`() async {
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await harness.open()
    await harness.press("x y")
    #expect(harness.screen().contains("No drafts, and nothing to send"))
    #expect(harness.stored.texts.isEmpty)
    await harness.press("U")
    #expect(harness.stored.texts == ["Waits"])
    #expect(harness.list()[0].contains("── Drafts · 1 ──"))
  }

  @Test func `Changes made elsewhere appear automatically and keep the selection`() async throws {
    harness.stored.all.withLock { $0 = [harness.draft("First"), harness.draft("Second")] }
    await harness.open()
    await harness.press("j")
    try await harness.drafts.store(harness.draft("Third"))
    await harness.settle()
    #expect(harness.screen().contains("3 of 3"))
    harness.publishing.setEntries([harness.entry("Goes", .waiting(since: nil), secondsLeft: 4)])
    await harness.settle()
    #expect(harness.screen().contains("4 of 4"))
    await harness.press("Enter")
    #expect(harness.navigation == ["edit: Second, saved"])
  }

  @Test func `Unsent actions are counted`() async {
    await harness.open()
    harness.actions.unsent.notify([.favourite(true, PostID("1"))])
    await harness.settle()
    #expect(harness.screen().contains("No drafts, and no unsent posts"))
    #expect(harness.screen().contains("1 action is waiting"))
    harness.stored.all.withLock { $0 = [harness.draft("Good morning")] }
    harness.actions.unsent.notify([.favourite(true, PostID("1")), .bookmark(true, PostID("1"))])
    await harness.press("R")
    #expect(harness.screen(width: 120).contains("2 actions are waiting"))
    harness.actions.unsent.notify([])
    await harness.settle()
    #expect(!harness.screen(width: 120).contains("actions"))
  }

  @Test func `Drafts of other accounts are not listed`() async {
    var other = harness.draft("Other")
    other.account = .demo("grace")
    harness.stored.all.withLock { $0 = [other] }
    await harness.open()
    #expect(harness.screen().contains("No drafts"))
  }

  @Test func `A failing store shows an error and keeps the outbox, and R reloads`() async {
    harness.stored.error.withLock { $0 = .busy(path: "/x") }
    await harness.open()
    #expect(harness.screen().contains("Another Tern is using the store"))
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await harness.settle()
    #expect(harness.screen().contains("Waits"))
    #expect(harness.screen().contains("Another Tern is using the store"))
    harness.stored.error.withLock { $0 = nil }
    await harness.press("R")
    #expect(harness.publishing.done == ["retry"])
    #expect(!harness.screen().contains("Another Tern"))
  }

  @Test func `Failed operations show why and change nothing`() async {
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await harness.open()
    harness.publishing.error = .unusable(path: "/x", reason: "No space left on device")
    await harness.press("s")
    #expect(harness.screen().contains("Could not send: No space left on device."))
    await harness.press("x y")
    #expect(harness.screen().contains("Could not undo: No space left on device."))
    #expect(harness.navigation.isEmpty)
  }

  @Test func `Text of a draft cannot control the terminal`() async {
    harness.stored.all.withLock { $0 = [harness.draft("\u{1B}[2J\u{202E}evil")] }
    await harness.open()
    #expect(!harness.screen().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(harness.screen().contains("evil"))
  }

  @Test(arguments: [(80, 24), (40, 10), (20, 5), (3, 2)])
  func `The list fits in every size`(width: Int, height: Int) async {
    harness.stored.all.withLock { $0 = [harness.draft("A draft of some words")] }
    harness.publishing.setEntries([harness.entry("Waits", .waiting(since: offline), secondsLeft: 12)])
    await harness.open()
    let lines = harness.lines(width, height)
    #expect(lines.count == height)
    if width >= 40 { #expect(lines.joined().contains("can’t reach")) }
  }
}
