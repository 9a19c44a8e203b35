/// What a person reads when there is nothing to list, ready to be drawn.
public struct EmptyStateViewModel: Hashable, Sendable {
  /// The reason's name.
  public var name: String
  /// What happened, in a few words.
  public var title: String
  /// What happened, to what, and why that may be; a paragraph each.
  public var sentences: [String]
  /// What helps, the most useful first.
  public var actions: [EmptyStateAction]
  /// Whether something has gone wrong.
  public var isFailure: Bool
  /// The file that the sentences speak of; where there is little room they may do with the end of its path.
  public var path: String?
  /// Whether the keys matter more than all sentences but the first, where there is not room for all: the first start,
  /// when the user knows none of them.
  public var keepsActions = false

  public init(
    name: String, title: String, sentences: [String], actions: [EmptyStateAction], isFailure: Bool = false,
    path: String? = nil
  ) {
    self.name = name
    self.title = title
    self.sentences = sentences
    self.actions = actions
    self.isFailure = isFailure
    self.path = path
  }
}

extension EmptyStateViewModel {
  /// - Parameter offered: what the host can do; nothing else is shown.
  public init(_ reason: EmptyReason, offered: Set<EmptyStateAction>) {
    let text = EmptyStateText(reason)
    self.init(
      name: reason.name, title: text.title, sentences: text.sentences,
      actions: text.actions.filter(offered.contains), isFailure: text.isFailure, path: reason.path)
    keepsActions = reason == .noAccounts
  }
}
