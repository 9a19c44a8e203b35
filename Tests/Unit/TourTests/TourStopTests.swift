import Domain
import EmptyState
import TestSupport
import Testing

@testable import Tour

@Suite struct TourStopTests {
  @Test func `Each reason has a stop`() {
    #expect(TourStop.allCases.map { TourStop($0.reason(now: .noon)) } == TourStop.allCases)
  }

  @Test func `The names of stops are unique`() {
    let names =
      TourStop.allCases.map { $0.reason(now: .noon).name }
      + OutboxTourStop.allCases.map { $0.viewModel(now: .noon).name }
    #expect(Set(names).count == names.count)
  }

  @Test func `Each stop about a post has two sentences`() {
    for stop in OutboxTourStop.allCases {
      let viewModel = stop.viewModel(now: .noon)
      #expect(viewModel.sentences.count == 2)
      for sentence in viewModel.sentences { #expect(sentence.hasSuffix(".") && sentence.count > 10) }
    }
  }
}

extension TourStop {
  /// Exhaustive, so that each new reason needs a stop.
  fileprivate init(_ reason: EmptyReason) {
    self =
      switch reason {
      case .loading: .loading
      case .loadingCancelled: .loadingCancelled
      case .noPosts: .noPosts
      case .emptyTimeline(let kind, _): Self(kind)
      case .allHidden: .allHidden
      case .noneOfGroup: .noMentions
      case .noAccounts: .noAccounts
      case .nothingSelected: .nothingSelected
      case .noMatches: .noMatches
      case .invalidSearch: .invalidSearch
      case .failed(let failure): Self(failure.error)
      }
  }

  private init(_ kind: EmptyReason.EmptyTimelineKind) {
    self =
      switch kind {
      case .notifications: .noNotifications
      case .conversations: .noMessages
      case .favourites: .noFavourites
      case .bookmarks: .noBookmarks
      case .list: .emptyList
      case .tag: .unusedTag
      case .quotes: .noQuotes
      case .local: .noLocalPosts
      case .federated: .noFederatedPosts
      }
  }

  private init(_ error: TimelineError) {
    self =
      switch error {
      case .offline: .offline
      case .timedOut: .timedOut
      case .serverError: .serverError
      case .requestFailed: .requestFailed
      case .errorDocument: .errorDocument
      case .rateLimited: .rateLimited
      case .sessionExpired: .sessionExpired
      case .untrustedHost: .untrustedHost
      case .refused: .refused
      case .webPage: .webPage
      case .redirected: .redirected
      case .accountRequired: .accountRequired
      case .unsupported: .unsupported
      case .accountGone: .accountGone
      case .maintenance: .maintenance
      case .fileMissing: .fileMissing
      case .fileUnreadable: .fileUnreadable
      case .fileDamaged: .fileDamaged
      case .unknownFormat: .unknownFormat
      case .unknownTimeline: .unknownTimeline
      case .postUnavailable: .postUnavailable
      case .storeFailed: .storeFailed
      case .cancelled: .loadingCancelled
      }
  }
}
