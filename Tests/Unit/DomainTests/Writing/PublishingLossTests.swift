import Domain
import FoundationEssentials
import Testing

/// Parts of a post that a server has silently dropped.
struct PublishingLossTests {
  private static func draft(_ change: (inout Draft) -> Void = { _ in }) -> Draft {
    var draft = Draft(account: .mastodon("ada@timeline.example"), text: "hi", changedAt: .distantPast)
    change(&draft)
    return draft
  }

  private static let poll = DraftPoll(options: ["a", "b"])
  private static let noon = Date(timeIntervalSince1970: 1_780_000_000)
  private static let files = [DraftMedia(path: "/a.png", remoteID: "1"), DraftMedia(path: "/b.png", remoteID: "2")]

  @Test func `A description that the server ignored is a loss`() {
    let draft = Draft(
      account: .mastodon("ada@timeline.example"), text: "hi",
      media: [
        DraftMedia(path: "", description: "a  cat", remoteID: "1"),
        DraftMedia(path: "", description: "new", remoteID: "2"),
        DraftMedia(path: "", remoteID: "3"),
      ], changedAt: Self.noon)
    var post = Post(id: PostID("7"))
    post.media = [
      Media(kind: .image, description: "a cat"), Media(kind: .image, description: "old"),
      Media(kind: .image),
    ]
    #expect(PublishedPost.post(post).losses(of: draft) == [.descriptions(1)])
  }

  @Test(
    arguments: [
      (draft(), []),
      (draft { $0.visibility = .followers }, [.visibility(requested: .followers, is: .public)]),
      (draft { $0.visibility = .other("local") }, [.visibility(requested: .other("local"), is: .public)]),
      (draft { $0.visibility = .public }, []),
      (draft { $0.publishAt = noon }, [.schedule(noon)]),
      (draft { $0.poll = poll }, [.poll]),
      (draft { $0.media = files }, [.media(missing: 2, of: 2)]),
      (draft { $0.warning = "bird" }, [.warning]),
      (draft { $0.purpose = .quote(DraftSubject(id: PostID("1"), author: nil, excerpt: "")) }, [.quote]),
      (draft { $0.language = "de" }, [.language("de")]),
      (
        draft { ($0.visibility, $0.poll, $0.language) = (.direct, poll, "pt-BR") },
        [.visibility(requested: .direct, is: .public), .poll, .language("pt-BR")]
      ),
      (
        draft {
          ($0.visibility, $0.purpose) = (.direct, .edit(DraftSubject(id: PostID("1"), author: nil, excerpt: "")))
        },
        []
      ),
    ] as [(Draft, [PublishingLoss])])
  func `Differences are found, most severe first`(
    draft: Draft, losses: [PublishingLoss]
  ) {
    #expect(PublishedPost.post(Post(id: PostID("7"), visibility: .public)).losses(of: draft) == losses)
  }

  @Test func `A complete post has no differences`() {
    let draft = Self.draft {
      ($0.visibility, $0.poll, $0.media, $0.warning, $0.language) = (
        .unlisted, Self.poll, [Self.files[0]], "bird", "pt-BR"
      )
    }
    let post = Post(
      id: PostID("7"), warning: "bird", media: [Media(kind: .image), Media(kind: .link)],
      poll: Poll(options: [.init(title: "a"), .init(title: "b")], isClosed: false), visibility: .followers,
      details: PostDetails(language: "pt"))
    #expect(PublishedPost.post(post).losses(of: draft) == [])
    #expect(PublishedPost.scheduled(at: Self.noon).losses(of: Self.draft { $0.publishAt = Self.noon }) == [])
  }
}
