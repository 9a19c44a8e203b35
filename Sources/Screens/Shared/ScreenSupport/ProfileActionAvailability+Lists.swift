import Domain
import PostCell
import TimelineCore

extension ProfileActionAvailability {
  /// Sets the user's lists, as far as they are loaded.
  /// - Parameter account: the `actionTargetID` of the account.
  @MainActor
  public mutating func setLists(of account: String, _ actions: PostActionService) {
    listsFailure = actions.listsFailure?.clause
    let isOn = actions.relationships.lists(of: account)
    lists = actions.lists?.compactMap { list in
      guard case .list(let id) = list.id else { return nil }
      return List(id: id, title: list.title, isOn: isOn.contains(id))
    }
  }
}
