import Domain
import FoundationEssentials
import TerminalKit
import TestSupport
import Testing

@testable import Composer

/// Attachments, polls and schedules.
@MainActor
struct ComposerAttachmentTests {
  private let harness = ComposerHarness()
  private let grace = Post.fixture(id: "7", author: Profile(handle: "grace@far.example", name: "Grace"), text: "Tea?")

  @Test func `A schedule is shown until it is removed`() async {
    await harness.open()
    await harness.type("Tern")
    await harness.press("C-x T")
    #expect(harness.screen().contains("Publish at"))
    await harness.type("soon")
    await harness.press("Enter")
    #expect(harness.screen().contains("Enter a time like “2026-12-01 09:00”, “tomorrow 9:00” or “+2h”."))
    #expect(harness.screen().contains("Publish at soon"))
    await harness.press("C-u")
    await harness.type("2031-12-01 9:00")
    await harness.press("Enter")
    #expect(harness.screen().contains("2031-12-01 09:00"))
    await harness.press("M-Enter")
    let schedules = harness.publishing.sent.withLock { $0 }.compactMap(\.publishAt)
    #expect(schedules.map(LocalTime.minute) == ["2031-12-01 09:00"])

    let other = ComposerHarness()
    await other.open(Draft(account: .demo("ada"), text: "Tern", publishAt: .noon, changedAt: .noon))
    await other.press("M-Enter")
    #expect(other.screen().contains("Schedule posts at least five minutes ahead."))
    #expect(other.publishing.sent.withLock { $0 }.isEmpty)
    await other.press("C-x T")
    await other.press("C-u Enter")
    #expect(!other.screen().contains(LocalTime.minute(.noon)))
    await other.press("M-Enter")
    #expect(other.publishing.sent.withLock { $0 }.map(\.publishAt) == [nil])
  }

  @Test func `Edits, threads and servers without schedules cannot be scheduled`() async {
    harness.publishing.known.withLock { $0.canSchedule = false }
    await harness.open()
    await harness.press("C-x T")
    #expect(harness.screen().contains("This server can’t schedule posts."))
    let editing = ComposerHarness()
    await editing.open(.edit(grace, source: PostSource(text: "Tea?", warning: ""), by: .demo("ada"), at: .noon))
    await editing.press("C-x T")
    #expect(!editing.screen().contains("Publish at"))
    let thread = ComposerHarness()
    let text = String(repeating: "long ", count: 200)
    let later = Date.noon.addingTimeInterval(86_400)
    await thread.open(Draft(account: .demo("ada"), text: text, publishAt: later, changedAt: .noon))
    await thread.press("C-x c")
    await thread.press("M-Enter")
    #expect(thread.screen().contains("A thread can’t be scheduled."))
    #expect(thread.publishing.sent.withLock { $0 }.isEmpty)
  }

  @Test func `A poll needs two options`() async {
    await harness.open()
    await harness.type("Tea?")
    await harness.press("C-x p")
    await harness.type("black")
    await harness.press("Enter")
    #expect(harness.screen().contains("A poll needs at least two options."))
    await harness.press("C-x p")
    await harness.type(" / green / none")
    await harness.press("Enter")
    #expect(harness.screen(height: 24).contains("○ green"))
    await harness.press("C-x t 3")
    await harness.press("C-x m")
    #expect(harness.screen(height: 24).contains("multiple choices · 1 hour"))
    await harness.press("M-Enter")
    let poll = harness.publishing.sent.withLock { $0.first?.poll }
    #expect(poll == DraftPoll(options: ["black", "green", "none"], duration: 3_600, allowsMultiple: true))
  }

  @Test func `A file is completed and described, with one warning if it has no description`() async {
    await harness.open()
    await harness.press("C-x a")
    await harness.type("/home/ada/cat.")
    await harness.press("Tab")
    await harness.press("Enter")
    await harness.press("Escape")
    #expect(harness.screen().contains("▣ cat.png · no description"))
    await harness.press("M-Enter")
    #expect(harness.screen().contains("cat.png has no description. ^S again sends it anyway."))
    await harness.press("C-x d 1")
    await harness.type("a cat that sleeps")
    await harness.press("Enter")
    #expect(harness.screen().contains("▣ cat.png · a cat that sleeps"))
    await harness.press("M-Enter")
    #expect(harness.publishing.sent.withLock { $0.first?.media.map(\.path) } == ["/home/ada/cat.png"])
  }

  @Test func `The picture on the clipboard is attached and described`() async {
    await harness.open()
    await harness.press("C-x i")
    #expect(harness.screen().contains("There is no picture on the clipboard."))
    harness.pictureClipboard.result.withLock {
      $0 = .success(LocalMediaFile(path: "/home/ada/attachments/1.png", bytes: 9_000, kind: .image))
    }
    await harness.press("C-x i")
    #expect(harness.screen().contains("Description"))
    await harness.type("a cat")
    await harness.press("Enter")
    #expect(harness.screen().contains("▣ 1.png · a cat") && !harness.screen().contains("Reading the clipboard"))
    await harness.press("M-Enter")
    #expect(harness.publishing.sent.withLock { $0.first?.media.map(\.path) } == ["/home/ada/attachments/1.png"])
  }

  @Test func `A pasted picture over the size limit is rejected`() async {
    harness.publishing.known.withLock { $0.limits.imageBytes = 16_000_000 }
    harness.pictureClipboard.result.withLock {
      $0 = .success(LocalMediaFile(path: "/home/ada/attachments/1.png", bytes: 90_000_000, kind: .image))
    }
    await harness.open()
    await harness.press("C-x i")
    #expect(harness.screen().contains("1.png is 90 MB; the server allows 16 MB."))
  }

  @Test func `A focal point is a name, and empty for the middle`() async {
    let file = DraftMedia(path: "/home/ada/cat.png", description: "a cat")
    await harness.open(Draft(account: .demo("ada"), text: "Tern", media: [file], changedAt: .noon))
    await harness.press("C-x f 1")
    #expect(harness.screen().contains("top left  top  top right  left  center"))
    await harness.type("bottom r")
    await harness.press("Tab")
    await harness.press("Enter")
    #expect(harness.screen().contains("▣ cat.png · a cat · focus bottom right"))
    await harness.press("C-x f 1")
    await harness.press("C-u")
    await harness.type("nose")
    await harness.press("Enter")
    #expect(harness.screen().contains("“nose” is not a focal point"))
    await harness.press("C-x f 1")
    await harness.press("C-u")
    await harness.type("right")
    await harness.press("Enter")
    #expect(harness.screen().contains("focus right"))
    await harness.press("M-Enter")
    #expect(harness.publishing.sent.withLock { $0.first?.media.first?.focus } == FocalPoint(x: 1, y: 0))
  }

  @Test func `An empty focal point is the middle`() async {
    let file = DraftMedia(path: "/home/ada/cat.png", description: "a cat", focus: FocalPoint(x: 1, y: 1))
    await harness.open(Draft(account: .demo("ada"), text: "Tern", media: [file], changedAt: .noon))
    await harness.press("C-x f 1")
    await harness.press("C-u")
    await harness.press("Enter")
    #expect(!harness.screen().contains("focus"))
    await harness.press("M-Enter")
    #expect(harness.publishing.sent.withLock { $0.first?.media.map(\.focus) } == [nil])
  }

  @Test func `The description and the focal point of a published picture can be changed`() async {
    let file = DraftMedia(path: "", description: "", remoteID: "31")
    let source = PostSource(text: "Tea?", warning: "", media: [file])
    await harness.open(.edit(grace, source: source, by: .demo("ada"), at: .noon))
    #expect(harness.screen().contains("▣ a file on the server · no description"))
    await harness.press("C-x d 1")
    await harness.type("a cup of tea")
    await harness.press("Enter")
    await harness.press("C-x f 1")
    await harness.type("top")
    await harness.press("Enter")
    await harness.press("M-Enter")
    let sent = harness.publishing.sent.withLock { $0.first?.media }
    #expect(sent?.map(\.description) == ["a cup of tea"] && sent?.first?.focus == FocalPoint(x: 0, y: 1))
  }

  @Test(arguments: [
    ("/home/ada/none.png", "There is no file /home/ada/none.png."),
    ("/home/ada/catalogue.txt", "catalogue.txt can’t be attached: unsupported file type."),
  ])
  func `A file that cannot be attached is rejected immediately`(path: String, words: String) async {
    await harness.open()
    await harness.press("C-x a")
    await harness.type(path)
    await harness.press("Enter")
    #expect(harness.screen().contains(words))
  }

  @Test func `A file over the size limit is rejected before it is sent`() async {
    harness.publishing.known.withLock { $0.limits.imageBytes = 16_000_000 }
    await harness.open()
    await harness.press("C-x a")
    await harness.type("/home/ada/huge.png")
    await harness.press("Enter")
    #expect(harness.screen().contains("huge.png is 90 MB; the server allows 16 MB."))
  }
}
