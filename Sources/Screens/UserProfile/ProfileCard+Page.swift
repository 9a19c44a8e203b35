import Domain
import FoundationEssentials
import PostCell

extension ProfileCard {
  /// - Parameters:
  ///   - local: the domains that the handle is shown without.
  ///   - now: the time to check the end of a mute against.
  ///   - tabs: the titles of the tabs of posts.
  ///   - selectedTab: the index of the selected tab.
  init(_ page: ProfilePage, _ local: LocalDomains, now: Date, tabs: [String], selectedTab: Int) {
    let (profile, details) = (local.shortened(page.profile), page.profile.details)
    var about = page.about
    if about.isEmpty, let bio = details?.bio, !bio.isEmpty { about = PostText([.text(bio)]) }
    let relationship = page.relationship
    self.init(
      name: profile.displayName, handle: profile.handle.isEmpty ? "" : "@\(profile.handle)",
      marks: (page.isBot ? ["bot"] : []) + (page.isLocked ? ["approves followers"] : []),
      moved: page.movedTo.map { "Has moved to \($0.nameAndLabel)" },
      relationship: relationship.map { $0.phrases(at: now) } ?? [],
      about: PostCellViewModel.runs(about, query: nil),
      fields: page.fields.map { field in
        Field(
          name: field.name, value: PostCellViewModel.runs(field.value, query: nil),
          verified: field.verifiedAt.map { "verified \(LocalTime.day($0))" })
      },
      facts: details.map(Self.facts) ?? [],
      note: relationship?.note.flatMap { $0.isEmpty ? nil : "Your note: \($0)" }, address: details?.url,
      links: page.links, tabs: tabs, selectedTab: selectedTab)
  }

  private static func facts(_ details: ProfileDetails) -> [String] {
    let joined = details.joinedAt.map { "joined \(LocalTime.day($0))" }
    let posts = details.posts.map { PostCellViewModel.count($0, "post", "posts") }
    let followers = details.followers.map { PostCellViewModel.count($0, "follower", "followers") }
    let following = details.following.map { "following " + PostCellViewModel.count($0, "person", "people") }
    return [joined, posts, following, followers].compactMap(\.self)
  }
}

extension ProfilePage {
  /// The bio and the values of the fields.
  var texts: [PostText] { [about] + fields.map(\.value) }

  fileprivate var links: [String] {
    texts.flatMap(\.links).map(\.url).filter { !$0.isEmpty }.uniqued()
  }

  /// The profile as a post, to reuse the actions of posts: its links open like those of a post, and its author is the
  /// account that the profile has moved to.
  var asPost: Post {
    Post(
      id: PostID(""), author: movedTo, text: PostText(texts.flatMap(\.runs)), url: profile.details?.url)
  }
}
