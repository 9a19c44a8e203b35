import Domain
import EmptyState
import PostCell
import TimelineCore

/// The hashtags that the user follows. The actions show their own notices. Changes are sent later if the server cannot be
/// reached.
@MainActor
final class FollowedTags: ItemListSubject {
  private let dependencies: ManagementDependencies

  let title = "Followed hashtags"
  let contentName = "the hashtags that you follow"
  let noun = "hashtag"
  var empty: EmptyStateViewModel { Self.emptyView }
  static let emptyView = EmptyStateViewModel(
    name: "no followed hashtags", title: "You follow no hashtags",
    sentences: ["Posts with a followed hashtag appear in Home."],
    actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  /// Applies the user's own changes, which may not have been sent yet.
  func load() async throws(TimelineError) -> [Item] {
    guard let management = dependencies.management else { return [] }
    let relationships = dependencies.actions.relationships
    let listed = try await management.followedTags().map { ListedTimeline(.tag($0.name)) }
    let tags = relationships.applyFollowedTags(to: listed).compactMap { timeline in
      if case .tag(let name) = timeline.id { name } else { nil }
    }
    return tags.map { Item(id: $0, title: "#\($0)") }
  }

  func commands(for item: Item?) -> [ItemCommand] {
    let (actions, router) = (dependencies.actions, dependencies.router)
    guard actions.kinds.contains(.followTag) else { return [] }
    let add = ItemCommand(
      SourceCommands.create, "follow a hashtag", hint: "follow",
      .prompt(label: "Follow", placeholder: "#hashtag") { text throws(TimelineError) in
        let name = String(text.drop { $0 == "#" }).split(separator: " ").joined()
        actions.perform(.followTag(true, name), about: "#\(name)")
        return ""
      })
    let combine = ItemCommand(
      ItemListCommands.combine, nil,
      .prompt(label: "Hashtags", placeholder: "#loom #weave +#spring -#ads") { text throws(TimelineError) in
        if let tags = TagCombination(text) { router.showTag(tags.name) }
        return ""
      })
    guard let item else { return [add, combine] }
    return [
      ItemCommand(ItemListCommands.open, "open its timeline", hint: "open", .open { router.showTag(item.id) }), add,
      combine,
      ItemCommand(
        ItemListCommands.remove, "unfollow #\(item.id)", hint: "unfollow",
        .work { () async throws(TimelineError) in
          actions.perform(.followTag(false, item.id), about: "#\(item.id)")
          return ""
        }),
    ]
  }
}
