import Domain

/// Leads away from what is being written.
@MainActor
public struct ComposerRouter: ComposerWireframe {
  private let leaveScreen: (String?) -> Void
  private let draftWasSent: (Draft, Double) -> Void

  /// - Parameters:
  ///   - leave: shows what stood before, and says something there.
  ///   - didSend: the draft is on its way, and can be taken back for so many seconds.
  public init(leave: @escaping (String?) -> Void, didSend: @escaping (Draft, Double) -> Void) {
    leaveScreen = leave
    draftWasSent = didSend
  }

  func leave(saying notice: String?) { leaveScreen(notice) }
  func didSend(_ draft: Draft, delay: Double) { draftWasSent(draft, delay) }
}
