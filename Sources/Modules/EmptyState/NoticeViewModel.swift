import Domain
import FoundationEssentials

/// Something to know while posts are shown.
public struct NoticeViewModel: Hashable, Sendable {
  public var text: String
  public var isFailure: Bool
  /// Whether it stays until the presenter takes it back; others go with the next key.
  public var stays: Bool
  /// What helps.
  public var actions: [EmptyStateAction]

  public init(text: String, isFailure: Bool = false, stays: Bool = false, actions: [EmptyStateAction] = []) {
    self.text = text
    self.isFailure = isFailure
    self.stays = stays
    self.actions = actions
  }
}

extension NoticeViewModel {
  /// That what is on the screen is old, and why.
  /// - Parameters:
  ///   - shown: what is on the screen: “posts”.
  ///   - loadedAt: since when; nil where nobody knows.
  ///   - offered: what the host can do.
  public init(failure: EmptyReason, shown: String, loadedAt: Date?, now: Date, offered: Set<EmptyStateAction>) {
    let viewModel = EmptyStateViewModel(failure, offered: offered)
    var text = EmptyStateText.notice(failure)
    if let loadedAt { text += " · \(shown) as of \(LocalTime.moment(loadedAt, at: now))" }
    let actions = viewModel.actions.filter { [.retry, .logIn].contains($0) }
    self.init(text: text, isFailure: true, stays: true, actions: actions)
  }
}

/// The notice that a screen shows: one that stays until it is taken back, or one that the next key takes away.
public struct NoticeLine: Hashable, Sendable {
  private var standing: NoticeViewModel?
  /// What has been said since the last key.
  private var said: NoticeViewModel?
  /// Whether that was said after the one that stands.
  private var isSaidLast = false

  public init() {}

  public var shown: NoticeViewModel? { isSaidLast ? said ?? standing : standing ?? said }

  public mutating func show(_ notice: NoticeViewModel) {
    guard notice.stays else {
      (said, isSaidLast) = (notice, true)
      return
    }
    // One that is renewed does not cover what has been said since.
    if standing == nil { isSaidLast = false }
    standing = notice
  }

  /// Takes back the one that stays. What was said before that is to be read still.
  public mutating func hide() { standing = nil }

  /// To be called for each key, before it does anything.
  /// - Returns: whether that changes what is shown.
  public mutating func keyWasPressed() -> Bool {
    let before = shown
    said = nil
    return shown != before
  }
}
