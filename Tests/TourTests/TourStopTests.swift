import Domain
import EmptyState
import TestSupport
import Testing

@testable import Tour

@Suite struct TourStopTests {
  @Test func `Every reason why there is nothing to list has its example`() {
    #expect(TourStop.allCases.map { TourStop($0.reason(now: .noon)) } == TourStop.allCases)
  }

  @Test func `No reason is told twice`() {
    let names =
      TourStop.allCases.map { $0.reason(now: .noon).name }
      + OutboxTourStop.allCases.map { $0.viewModel(now: .noon).name }
    #expect(Set(names).count == names.count)
  }

  @Test func `What befalls a post says why, and what becomes of it`() {
    for stop in OutboxTourStop.allCases {
      let viewModel = stop.viewModel(now: .noon)
      #expect(viewModel.sentences.count == 2)
      for sentence in viewModel.sentences { #expect(sentence.hasSuffix(".") && sentence.count > 10) }
    }
  }
}

extension TourStop {
  /// A reason that is added without a stop of the tour does not get past this switch.
  fileprivate init(_ reason: EmptyReason) {
    self =
      switch reason {
      case .loading: .loading
      case .loadingCancelled: .loadingCancelled
      case .noPosts: .noPosts
      case .emptyTimeline(let filled, _): Self(filled)
      case .allHidden: .allHidden
      case .noAccounts: .noAccounts
      case .nothingSelected: .nothingSelected
      case .noMatches: .noMatches
      case .meaninglessSearch: .meaninglessSearch
      case .failed(let failure): Self(failure.error)
      }
  }

  private init(_ filled: EmptyReason.Filled) {
    self =
      switch filled {
      case .byNotifications: .noNotifications
      case .byFavourites: .noFavourites
      case .byBookmarks: .noBookmarks
      case .byList: .emptyList
      case .byTag: .unusedTag
      case .byServer: .noLocalPosts
      case .byFederation: .noFederatedPosts
      }
  }

  private init(_ error: TimelineError) {
    self =
      switch error {
      case .offline: .offline
      case .timedOut: .timedOut
      case .serverError: .serverError
      case .errorDocument: .errorDocument
      case .rateLimited: .rateLimited
      case .sessionExpired: .sessionExpired
      case .untrustedHost: .untrustedHost
      case .refused: .refused
      case .webPage: .webPage
      case .redirected: .redirected
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
