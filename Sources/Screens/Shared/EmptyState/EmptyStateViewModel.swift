import TerminalKit

/// A sentence that begins with the key of a command: “f likes the selected post.”
public struct KeySentence: Hashable, Sendable {
  let command: Command
  let predicate: String

  public init(_ command: Command, _ predicate: String) {
    self.command = command
    self.predicate = predicate
  }

  /// Empty if the command has no key.
  public func text(_ keymap: Keymap) -> String { keymap.sentence(command, predicate) }
}

/// The contents of an empty view, ready to be drawn.
public struct EmptyStateViewModel: Hashable, Sendable {
  /// The reason’s name, for the tour and for tests.
  public var name: String
  public var title: String
  /// One paragraph each, the most important first.
  public var sentences: [String]
  /// Sentences about keys that fill the view. Shown below `sentences`.
  public var keySentences: [KeySentence] = []
  /// The suggested actions, the most useful first.
  public var actions: [EmptyStateAction]
  public var isFailure: Bool
  /// The path that the sentences contain. It is shortened on small screens.
  public var path: String?
  /// Whether it is the first screen of a new user: with a picture if it fits, while small screens keep the keys rather
  /// than the sentences, because the user knows no keys.
  var isWelcome = false

  public init(
    name: String, title: String, sentences: [String], keySentences: [KeySentence] = [], actions: [EmptyStateAction],
    isFailure: Bool = false, path: String? = nil
  ) {
    self.name = name
    self.title = title
    self.sentences = sentences
    self.keySentences = keySentences
    self.actions = actions
    self.isFailure = isFailure
    self.path = path
  }
}

extension EmptyStateViewModel {
  /// - Parameter offered: the actions that the host can perform. Others are left out.
  public init(_ reason: EmptyReason, offered: Set<EmptyStateAction>) {
    let text = EmptyStateText(reason, hasDemo: offered.contains(.openDemo))
    self.init(
      name: reason.name, title: text.title, sentences: text.sentences, keySentences: text.keySentences,
      actions: text.actions.filter { offered.contains($0 == .refresh ? .retry : $0) }, isFailure: text.isFailure,
      path: reason.path)
    isWelcome = reason == .noAccounts
  }
}
