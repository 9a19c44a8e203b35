import Domain
import EmptyState
import PostCell
import ScreenSupport
import TimelineCore

/// The hashtags that the user follows. The actions show their own notices. Changes are sent later if the server cannot be
/// reached.
@MainActor
final class FollowedTags: ManagedList {
  weak var view: (any ListScreenView<ManagedItemRow>)?
  let dependencies: ManagementDependencies
  private(set) lazy var loader = ScreenLoader<[ManagedItem]>(
    for: self, dependencies.services, of: dependencies.account)

  let title = "Followed hashtags"
  let contentName = "the hashtags that you follow"
  let noun = "hashtag"
  static let emptyView = EmptyStateViewModel(
    name: "no followed hashtags", title: "You follow no hashtags",
    sentences: ["Posts with a followed hashtag appear in Home, and in a tab of its own."],
    actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  /// Applies the user's own changes, which may not have been sent yet.
  func items() async throws(TimelineError) -> [ManagedItem] {
    guard let management = dependencies.management else { return [] }
    let relationships = dependencies.actions.relationships
    let listed = try await management.followedTags().map { ListedTimeline(.tag($0.name)) }
    let tags = relationships.applyFollowedTags(to: listed).compactMap { timeline in
      if case .tag(let name) = timeline.id { name } else { nil }
    }
    return tags.map { ManagedItem(id: $0, title: "#\($0)") }
  }

  func commands(for item: ManagedItem?) -> [RowCommand] {
    let (actions, router) = (dependencies.actions, dependencies.router)
    guard actions.kinds.contains(.followTag) else { return [] }
    let add = RowCommand(
      SourceCommands.create, "follow a hashtag", hint: "follow",
      prompt("Follow", placeholder: "#hashtag") { text throws(TimelineError) in
        let name = String(text.drop { $0 == "#" }).split(separator: " ").joined()
        actions.perform(.followTag(true, name), about: "#\(name)")
        return ""
      })
    let combine = RowCommand(
      ManagedListCommands.combine,
      prompt("Hashtags", placeholder: "#loom #weave +#spring -#ads") { text throws(TimelineError) in
        if let tags = TagCombination(text) { router.showTag(tags.name) }
        return ""
      })
    guard let item else { return [add, combine] }
    return [
      RowCommand(ManagedListCommands.open, "open its timeline", hint: "open", .open { router.showTag(item.id) }), add,
      combine,
      RowCommand(
        ManagedListCommands.remove, "unfollow #\(item.id)", hint: "unfollow",
        .send { () async throws(TimelineError) in
          actions.perform(.followTag(false, item.id), about: "#\(item.id)")
          return ""
        }),
    ]
  }
}
