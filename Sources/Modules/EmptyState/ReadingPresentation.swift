import TerminalKit

/// What a screen that lists posts beside the timelines has its presenter do, whatever it lists.
@MainActor
public protocol ReadingPresentation: AnyObject {
  /// What `takeBack` takes back, in words; nil where there is nothing.
  var takenBackNext: String? { get }
  func takeBack()

  func reload()
  func logIn()
  func switchAccount()
  func showNextAccount()
  func showPreviousAccount()
}

/// What such a screen offers beside what can be done with a row.
extension ReadingPresentation {
  /// - Parameter actions: what would help, as the empty view or the notice says it.
  public func offers(of actions: [EmptyStateAction]) -> [Offer] {
    actions.compactMap { action in
      switch action {
      case .logIn: action.offer { self.logIn() }
      case .retry: action.offer { self.reload() }
      default: nil
      }
    }
  }

  public var takeBackOffers: [Offer] {
    takenBackNext.map { action in
      [Offer(ReadingCommands.takeBack, title: "take back: \(action)") { self.takeBack() }]
    } ?? []
  }

  public var accountOffers: [Offer] {
    [
      Offer(ReadingCommands.switchAccount) { self.switchAccount() },
      Offer(ReadingCommands.nextAccount) { self.showNextAccount() },
      Offer(ReadingCommands.previousAccount) { self.showPreviousAccount() },
    ]
  }

  public func reloadOffer(hint: String?) -> Offer {
    Offer(ReadingCommands.refresh, title: "reload", hint: hint) { self.reload() }
  }
}
