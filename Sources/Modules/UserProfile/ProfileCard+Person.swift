import Domain
import FoundationEssentials
import PostCell

extension ProfileCard {
  /// - Parameters:
  ///   - now: whether somebody is muted still.
  ///   - parts: the parts of what they have written.
  ///   - selectedPart: the one that stands below.
  init(_ page: ProfilePage, now: Date, parts: [String], selectedPart: Int) {
    let (profile, details) = (page.profile, page.profile.details)
    var about = page.about
    if about.isEmpty, let bio = details?.bio, !bio.isEmpty { about = PostText([.text(bio)]) }
    let relationship = page.relationship
    self.init(
      name: profile.displayName, handle: profile.handle.isEmpty ? "" : "@\(profile.handle)",
      marks: (page.isBot ? ["bot"] : []) + (page.isLocked ? ["chooses who follows"] : []),
      moved: page.movedTo.map { "Has moved to \($0.nameAndLabel)" },
      ties: relationship.map { Self.words(for: $0, at: now) } ?? [], about: PostCellViewModel.runs(about, query: nil),
      fields: page.fields.map { field in
        Field(
          name: field.name, value: PostCellViewModel.runs(field.value, query: nil),
          verified: field.verifiedAt.map { "verified \(LocalTime.day($0))" })
      },
      facts: details.map(Self.facts) ?? [],
      note: relationship?.note.flatMap { $0.isEmpty ? nil : "Your note: \($0)" }, address: details?.url,
      links: page.links, parts: parts, selectedPart: selectedPart)
  }

  private static func facts(_ details: ProfileDetails) -> [String] {
    let joined = details.joinedAt.map { "joined \(LocalTime.day($0))" }
    let posts = details.posts.map { PostCellViewModel.count($0, "post", "posts") }
    let followers = details.followers.map { PostCellViewModel.count($0, "follower", "followers") }
    let following = details.following.map { "following " + PostCellViewModel.count($0, "person", "people") }
    return [joined, posts, following, followers].compactMap(\.self)
  }

  /// What there is between them and the reader, the nearest first.
  static func words(for relationship: Relationship, at now: Date) -> [String] {
    var ties = relationship.ties
    if let end = relationship.mutedUntil, end <= now { ties.remove(.muting) }
    let until = relationship.mutedUntil.map { " until \(LocalTime.minute($0))" } ?? ""
    let muted = ties.contains(.mutingNotifications) ? "muted\(until)" : "muted\(until), but you are told what they do"
    let words: [(Relationship.Tie, String)] = [
      (.followedBy, "follows you"), (.following, "you follow them"), (.requestedBy, "asks to follow you"),
      (.requested, "you have asked to follow them"), (.notifying, "you are told of each post"),
      (.muting, muted), (.blocking, "blocked"), (.blockingServer, "their server is blocked"),
      (.blockedBy, "blocks you"), (.endorsing, "you recommend them"),
    ]
    let hidden = ties.contains(.following) && !ties.contains(.showingReposts) ? ["their reposts are hidden"] : []
    return words.filter { ties.contains($0.0) }.map(\.1) + hidden
  }
}

extension ProfilePage {
  /// What they say of themselves and have filled in.
  var texts: [PostText] { [about] + fields.map(\.value) }

  fileprivate var links: [String] {
    var seen: Set<String> = []
    return texts.flatMap(\.links).map(\.url).filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The same as a post, for what posts can do: its links lead where those of a post do, its people are those whom it
  /// leads to.
  var asPost: Post {
    Post(
      id: PostID(""), author: movedTo, text: PostText(texts.flatMap(\.runs)), url: profile.details?.url)
  }
}
